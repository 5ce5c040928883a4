// Tests of the QML module against a daemon: make test-qml. Its last test has a panel and a real window.

#include "daemon.h"

#include <QJSValue>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQmlExpression>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSignalSpy>

namespace {

QString deckNamed(const QString &id, int count, const QString &more = {}) {
  QString text = QStringLiteral("[[decks]]\nid = \"%1\"\n%2\ncards = [\n").arg(id, more);
  for (int i = 0; i < count; i++)
    text += QStringLiteral("{ id = \"%1-%2\", data = { title = \"Card %2\" } },\n").arg(id).arg(i);
  return text + "]\n";
}

QString surface(int w, int h, const QString &more = {}) {
  return QStringLiteral("[[surfaces]]\nname = \"main\"\nwidth = %1\nheight = %2\n%3\n").arg(w).arg(h).arg(more);
}

// A view that keeps what it is asked.
QString asking(const QString &name) {
  return QStringLiteral("DeckView { id: %1; objectName: '%1'; anchors.fill: parent; socket: scene.path; deck: 'a'\n"
                        "property var asked: []; property int closings\nquestions: ['shouldSwipe']\n"
                        "onQuestion: question => { asked.push(question); question.closed.connect(() => closings++) }\n"
                        "delegate: Item { required property var card } }\n")
      .arg(name);
}

const QString README = ROOT "/Examples/qml/README.md";
const QString TOOLKITS = ROOT "/Sources/DeckProtocol/DeckProtocol.docc/Toolkits.md";

// The block of a language, by its number, below a heading of a page.
QString snippet(const QString &page, const QString &heading, int number = 0, const QString &language = "qml") {
  QFile file(page);
  const auto text = file.open(QFile::ReadOnly) ? QString(file.readAll()) : QString();
  return text.section('\n' + heading, 1)
      .section("\n## ", 0, 0)
      .section("```" + language + '\n', number + 1, number + 1)
      .section("```", 0, 0);
}

const char *const card = "delegate: Rectangle { required property var card; color: 'teal' }";

// A window with views, and what it warned of.
class Scene {
public:
  explicit Scene(const Daemon &daemon, const QString &content, QSize size = {400, 800}) {
    QObject::connect(&engine, &QQmlEngine::warnings, [this](const QList<QQmlError> &errors) {
      for (const auto &error : errors) warnings << error.description();
    });
    engine.setOutputWarningsToStandardError(false);
    engine.addImportPath(MODULES);
    const auto socket = QStringLiteral("readonly property string path: \"%1\"").arg(daemon.socket());
    QQmlComponent component(&engine);
    component.setData(
        QStringLiteral("import QtQuick\nimport Deckd\nWindow { id: scene; width: %1; height: %2; visible: true\n"
                       "property var answers: []\nproperty var kept\n%3\n%4 }")
            .arg(size.width())
            .arg(size.height())
            .arg(socket, content)
            .toUtf8(),
        QUrl("file:///scene.qml"));
    window.reset(qobject_cast<QQuickWindow *>(component.create()));
    QVERIFY2(window, qPrintable(component.errorString()));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
  }

  QQuickItem *view(const QString &name = "view") const { return window->findChild<QQuickItem *>(name); }
  QList<QQuickItem *> delegates(const QString &name = "view") const { return cardsOf(view(name)); }
  static QList<QQuickItem *> cardsOf(const QQuickItem *view) {
    QList<QQuickItem *> cards;
    for (auto *item : view->childItems())
      if (item->isVisible() && item->property("card").isValid()) cards << item;
    return cards;
  }
  QQuickItem *delegate(const QString &id, const QString &name = "view") const {
    for (auto *item : delegates(name))
      if (item->property("card").toMap()["id"] == id) return item;
    return nullptr;
  }
  QStringList ids(const QString &name = "view") const {
    QStringList ids;
    for (auto *item : delegates(name)) ids << item->property("card").toMap()["id"].toString();
    return ids.sort(), ids;
  }
  QVariant evaluate(const QString &expression) {
    QVariant result;
    const auto *object = window.get();
    result = QQmlExpression(engine.contextForObject(object), window.get(), expression).evaluate();
    return result;
  }

  QStringList warnings; // the end of the others may add to it
  QQmlEngine engine;
  std::unique_ptr<QQuickWindow> window;
};

// Where the delegates of a view were in each picture, in points of a surface.
struct Drawing {
  double t;
  QMap<QString, Corners> cards;
};

Corners cornersOf(const QQuickItem *item, const QQuickItem *view, QSizeF surface) {
  const auto scale = std::min(view->width() / surface.width(), view->height() / surface.height());
  const QPointF origin((view->width() - surface.width() * scale) / 2, (view->height() - surface.height() * scale) / 2);
  Corners corners;
  for (const auto &point :
       {QPointF(0, 0), QPointF(item->width(), 0), QPointF(item->width(), item->height()), QPointF(0, item->height())})
    corners << (item->mapToItem(view, point) - origin) / scale;
  return corners;
}

double distance(const Corners &a, const Corners &b) {
  double most = 0;
  for (int i = 0; i < 4; i++) most = std::max(most, std::hypot(a[i].x() - b[i].x(), a[i].y() - b[i].y()));
  return most;
}

class Recorder {
public:
  Recorder(QQuickItem *view, QSizeF surface) {
    QObject::connect(view->window(), &QQuickWindow::afterAnimating, view, [this, view, surface] {
      const auto t = view->property("time").toDouble();
      if (!drawings.isEmpty() && drawings.last().t == t) return;
      Drawing drawing{t, {}};
      for (auto *item : Scene::cardsOf(view))
        drawing.cards[item->property("card").toMap()["id"].toString()] = cornersOf(item, view, surface);
      drawings << drawing;
    });
  }
  QList<Drawing> drawings;
};

// Compares drawings with the frames around their moments. The news of a touch is underway for a moment, in which a
// drawing shows what was true before: those of the first 4 ms do not count, and of later ones there may be few.
struct Comparison {
  Comparison(const QList<Drawing> &drawings, const Witness &witness, const QString &deck) {
    const auto frames = witness.frames[deck];
    for (const auto &drawing : drawings) {
      const auto after = std::upper_bound(frames.begin(), frames.end(), drawing.t,
                                          [](double t, const Frame &frame) { return t < frame.t; });
      if (after == frames.begin() || after == frames.end()) continue;
      const auto &now = *(after - 1);
      const auto share = (drawing.t - now.t) / (after->t - now.t);
      const auto touch = std::upper_bound(witness.touchTimes.begin(), witness.touchTimes.end(), drawing.t);
      const auto age = touch == witness.touchTimes.begin() ? INFINITY : drawing.t - *(touch - 1);
      if (age < 4000) continue;
      for (auto card = drawing.cards.begin(); card != drawing.cards.end(); ++card) {
        const auto &id = card.key();
        if (!now.cards.contains(id) || !after->cards.contains(id)) continue;
        auto expected = now.cards[id];
        for (int i = 0; i < 4; i++) expected[i] += (after->cards[id][i] - expected[i]) * share;
        const auto off = std::min(distance(card.value(), expected), distance(card.value(), now.cards[id]));
        count++;
        moved = std::max(moved, distance(card.value(), drawings.first().cards.value(id, card.value())));
        if (off > 0.5 && age < 16000)
          early++;
        else
          worst = std::max(worst, off);
      }
    }
  }
  void check(int leastCount, double leastWay) const {
    qInfo("%d places of cards that moved up to %.0f pt, at most %.3f pt off; %d late after their touch", count, moved,
          worst, early);
    QVERIFY(count > leastCount);
    QVERIFY(moved > leastWay);
    QVERIFY(worst <= 0.5);
    QVERIFY(early < count / 4);
  }
  double worst = 0, moved = 0;
  int count = 0, early = 0;
};

} // namespace

#define AWAIT(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 8000)

class TestDeckView : public QObject {
  Q_OBJECT

private slots:
  void delegatesAreCards() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    daemon.start();
    Scene scene(daemon, QStringLiteral(
                            "DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'\n"
                            "delegate: Rectangle { required property var card; property bool front: DeckView.front;\n"
                            "property string title: card.data.title; property int all: DeckView.view.count } }"));
    AWAIT(scene.ids() == QStringList({"a-0", "a-1", "a-2"}));
    QCOMPARE(scene.delegate("a-1")->property("title").toString(), "Card 1");
    QCOMPARE(scene.delegate("a-1")->property("all").toInt(), 5);
    QCOMPARE(scene.delegate("a-0")->property("front").toBool(), true);
    QCOMPARE(scene.delegate("a-1")->property("front").toBool(), false);
    QVERIFY(scene.delegate("a-0")->z() > scene.delegate("a-1")->z());
    QCOMPARE(scene.view()->property("current").toInt(), 0);
    QCOMPARE(scene.view()->property("count").toInt(), 5);

    Witness witness(daemon);
    QSignalSpy events(scene.view(), SIGNAL(event(QString, QVariantMap)));
    witness.ask("deck.update",
                {{"cards", QJsonArray{QJsonObject{{"id", "a-1"}, {"data", QJsonObject{{"title", "Other"}}}}}}});
    AWAIT(scene.delegate("a-1")->property("title").toString() == "Other");
    const QPointer<QQuickItem> third = scene.delegate("a-2");
    witness.ask("deck.remove", {{"at", 2}});
    AWAIT(scene.ids() == QStringList({"a-0", "a-1", "a-3"}));
    AWAIT(!third);
    witness.ask(
        "deck.insert",
        {{"at", 1}, {"cards", QJsonArray{QJsonObject{{"id", "new"}, {"data", QJsonObject{{"title", "New"}}}}}}});
    AWAIT(scene.ids() == QStringList({"a-0", "a-1", "new"}));
    witness.ask("deck.swipe", {{"direction", "left"}});
    AWAIT(scene.ids() == QStringList({"a-1", "a-3", "new"}));
    AWAIT(scene.delegate("new")->property("front").toBool());
    QCOMPARE(scene.view()->property("undoDepth").toInt(), 1);
    QStringList types;
    for (const auto &event : events) types << event[0].toString();
    QVERIFY2(types.contains("card.updated") && types.contains("card.removed") && types.contains("card.inserted") &&
                 types.contains("card.swiped"),
             qPrintable(types.join(' ')));
    QCOMPARE(scene.warnings.join('\n'), QString());

    scene.view()->setProperty("deck", "none");
    AWAIT(scene.delegates().isEmpty());
    scene.view()->setProperty("deck", "a");
    AWAIT(scene.delegates().size() == 3);
  }

  // As Examples/qml/README.md has them.
  void severalDecksAreOneConnection() {
    Daemon daemon(surface(800, 480) + deckNamed("a", 3, "area = { x = 0, y = 0, width = 400, height = 480 }") +
                  deckNamed("b", 3, "area = { x = 400, y = 0, width = 400, height = 480 }"));
    daemon.start();
    Witness witness(daemon);
    const auto clients = witness.ask("daemon.status")["clients"].toArray().size();
    const QString view = "DeckView { objectName: '%1'; anchors.fill: parent; socket: scene.path; deck: '%2'; %3 }\n";
    Scene scene(daemon, view.arg("view", "a", card) + view.arg("other", "b", card + QString("\ntouch: true")),
                {800, 480});
    AWAIT(scene.delegates().size() == 3 && scene.delegates("other").size() == 3);
    QCOMPARE(witness.ask("daemon.status")["clients"].toArray().size(), clients + 1);
    QCOMPARE(scene.view("other")->property("area").toRectF(), QRectF(400, 0, 400, 480));
    QVERIFY(cornersOf(scene.delegate("a-0"), scene.view(), {800, 480})[1].x() < 400);
    QVERIFY(cornersOf(scene.delegate("b-0", "other"), scene.view("other"), {800, 480})[0].x() > 400);
    witness.ask("deck.swipe", {{"deck", "b"}, {"direction", "right"}});
    AWAIT(scene.ids("other") == QStringList({"b-1", "b-2"}));
    QCOMPARE(scene.ids().size(), 3);
    QTest::mousePress(scene.window.get(), Qt::LeftButton, {}, {150, 240});
    for (int x = 160; x <= 340; x += 20) QTest::mouseMove(scene.window.get(), {x, 240}), QTest::qWait(16);
    QTest::mouseRelease(scene.window.get(), Qt::LeftButton, {}, {340, 240});
    AWAIT(scene.ids() == QStringList({"a-1", "a-2"}));
    QCOMPARE(scene.ids("other").size(), 2);
  }

  void touchesGoToTheDaemonOnlyIfAsked() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    daemon.start();
    Scene scene(
        daemon,
        QStringLiteral(
            "MouseArea { objectName: 'below'; anchors.fill: parent; property int presses; onPressed: presses++ }\n"
            "DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1 }")
            .arg(card));
    AWAIT(scene.delegates().size() == 3);
    Witness witness(daemon);
    QTest::mouseClick(scene.window.get(), Qt::LeftButton, {}, {200, 400});
    QCOMPARE(scene.view("below")->property("presses").toInt(), 1);

    scene.view()->setProperty("touch", true);
    QTest::mousePress(scene.window.get(), Qt::LeftButton, {}, {150, 400});
    for (int x = 160; x <= 340; x += 20) QTest::mouseMove(scene.window.get(), {x, 400}), QTest::qWait(16);
    AWAIT(scene.view()->property("overlay").toMap()["direction"] == "right");
    QTest::mouseRelease(scene.window.get(), Qt::LeftButton, {}, {340, 400});
    AWAIT(witness.events.contains("card.swiped a-0"));
    AWAIT(scene.view()->property("overlay").toMap().isEmpty());
    QCOMPARE(scene.view("below")->property("presses").toInt(), 1);
    QCOMPARE(witness.touches.first(), "down");
    QCOMPARE(witness.touches.last(), "up");

    // A finger of Qt's is one; one that Qt takes away is none any more.
    witness.touches.clear();
    auto *device = QTest::createTouchDevice();
    QTest::touchEvent(scene.window.get(), device).press(3, QPoint(200, 400));
    QTest::touchEvent(scene.window.get(), device).move(3, QPoint(240, 400));
    AWAIT(witness.touches.contains("moved"));
    scene.view()->setProperty("touch", false);
    AWAIT(witness.touches.last() == "cancelled");
    QTest::touchEvent(scene.window.get(), device).release(3, QPoint(240, 400));
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  // A press on an item of a card: a click is the item's, a drag the card's, unless the item drags by itself.
  void itemsOfADelegateHaveTheirClicks_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<bool>("isTouch");
    QTest::addColumn<bool>("isKept");
    for (const bool isTouch : {false, true}) {
      const auto row = [&](const char *name, const char *content, bool isKept = false) {
        QTest::addRow("%s, %s", name, isTouch ? "finger" : "mouse") << content << isTouch << isKept;
      };
      row("mouse area", "MouseArea { anchors.fill: parent; onClicked: scene.answers.push('click') }");
      row("tap handler", "TapHandler { enabled: card.DeckView.front; onTapped: scene.answers.push('click') }");
      row("exclusive tap handler",
          "TapHandler { enabled: card.DeckView.front; gesturePolicy: TapHandler.ReleaseWithinBounds; "
          "onTapped: scene.answers.push('click') }");
      row("mouse area that keeps",
          "MouseArea { anchors.fill: parent; preventStealing: true; "
          "onClicked: scene.answers.push('click') }",
          true);
      if (!isTouch)
        row("dragged item",
            "MouseArea { anchors.fill: parent; drag.target: thumb; onClicked: scene.answers.push('click')\n"
            "Item { id: thumb } }",
            true);
      row("flickable",
          "Flickable { anchors.fill: parent; contentWidth: 900; contentHeight: height; "
          "MouseArea { anchors.fill: parent; onClicked: scene.answers.push('click') } }",
          true);
      row("upright flickable", "Flickable { anchors.fill: parent; contentHeight: 900; flickableDirection: "
                               "Flickable.VerticalFlick; MouseArea { width: 300; height: 900; "
                               "onClicked: scene.answers.push('click') } }");
    }
  }
  void itemsOfADelegateHaveTheirClicks() {
    QFETCH(QString, content);
    QFETCH(bool, isTouch);
    QFETCH(bool, isKept);
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    daemon.start();
    Scene scene(daemon,
                QStringLiteral("DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'\n"
                               "touch: true; delegate: Rectangle { id: card; required property var card\n"
                               "Item { anchors.fill: parent; %1 } } }")
                    .arg(content));
    AWAIT(scene.delegates().size() == 3);
    Witness witness(daemon);
    static auto *const device = QTest::createTouchDevice();
    const auto press = [&](const char *phase, QPoint point) {
      auto *window = scene.window.get();
      const auto is = [&](const char *name) { return !qstrcmp(phase, name); };
      if (isTouch) {
        auto event = QTest::touchEvent(window, device);
        is("down") ? event.press(3, point) : is("up") ? event.release(3, point) : event.move(3, point);
      } else if (is("moved")) {
        QTest::mouseMove(window, point);
      } else {
        is("down") ? QTest::mousePress(window, Qt::LeftButton, {}, point)
                   : QTest::mouseRelease(window, Qt::LeftButton, {}, point);
      }
      QTest::qWait(16);
    };
    press("down", {150, 400});
    press("up", {150, 400});
    AWAIT(witness.touches == QStringList({"down", "cancelled"}));
    AWAIT(scene.evaluate("answers.length").toInt() == 1);

    press("down", {150, 400});
    for (int x = 156; x <= 340; x += 8) press("moved", {x, 400});
    press("up", {340, 400});
    AWAIT(witness.touches.last() == (isKept ? "cancelled" : "up"));
    QCOMPARE(witness.touches.count("down"), 2);
    QCOMPARE(witness.touches.count("up") + witness.touches.count("cancelled"), 2);
    if (!isKept) AWAIT(witness.events.contains("card.swiped a-0"));
    QTest::qWait(200);
    QCOMPARE(witness.events.contains("card.swiped a-0"), !isKept);
    QVERIFY(scene.evaluate("answers.length").toInt() == 1 || isKept);
    press("down", {200, 400});
    press("up", {200, 400});
    AWAIT(witness.touches.last() == "cancelled" && witness.touches.count("down") == 3);
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  void aRefusedTouchIsToldOnce() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    daemon.start();
    Scene scene(daemon,
                QStringLiteral("DeckView { objectName: 'view'; anchors.fill: parent; deck: 'a'; touch: true; %1\n"
                               "socket: scene.path.replace('.sock', '-observe.sock') }")
                    .arg(card));
    AWAIT(scene.delegates().size() == 3);
    QTest::mouseClick(scene.window.get(), Qt::LeftButton, {}, {200, 400});
    QTest::mouseClick(scene.window.get(), Qt::LeftButton, {}, {200, 400});
    AWAIT(!scene.warnings.isEmpty());
    QTest::qWait(200);
    QVERIFY2(scene.warnings.size() == 1 && scene.warnings[0].contains("input.inject: "),
             qPrintable(scene.warnings.join('\n')));
  }

  void theDaemonMayComeLateAndAgain() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    Scene scene(daemon, QStringLiteral("DeckView { objectName: 'view'; anchors.fill: parent; "
                                       "socket: scene.path; deck: 'a'; %1 }")
                            .arg(card));
    QSignalSpy failures(scene.view(), SIGNAL(failed(QString)));
    AWAIT(!scene.warnings.isEmpty());
    QCOMPARE(scene.warnings[0], "QML DeckView: no connection to deckd at " + daemon.socket() +
                                    " yet (No such file or directory): start the daemon, or set \"socket\"");
    QCOMPARE(failures.size(), 1);
    QCOMPARE(scene.view()->property("connected").toBool(), false);
    daemon.start();
    AWAIT(scene.delegates().size() == 3 && scene.view()->property("connected").toBool());
    Witness(daemon).ask("deck.swipe", {{"direction", "left"}});
    AWAIT(scene.ids() == QStringList({"a-1", "a-2", "a-3"}));
    const QPointer<QQuickItem> kept = scene.delegate("a-1");
    daemon.kill();
    AWAIT(!scene.view()->property("connected").toBool());
    QCOMPARE(scene.ids(), QStringList({"a-1", "a-2", "a-3"}));
    QCOMPARE(scene.view()->property("count").toInt(), 5);
    QCOMPARE(scene.warnings.size(), 2);
    QVERIFY2(scene.warnings[1].contains(daemon.socket() + " is lost: "), qPrintable(scene.warnings[1]));
    QCOMPARE(failures.size(), 2);
    QTest::qWait(500);
    daemon.start();
    AWAIT(scene.view()->property("connected").toBool());
    QVERIFY(kept && kept == scene.delegate("a-1"));
    Witness(daemon).ask("deck.undo");
    AWAIT(scene.ids() == QStringList({"a-0", "a-1", "a-2"}));
    QCOMPARE(scene.warnings.size(), 2);
    daemon.kill();
    AWAIT(scene.warnings.size() == 3);
  }

  void requestsAreAnswered() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    Scene scene(daemon, QStringLiteral("property DeckView deck: DeckView { parent: scene.contentItem; "
                                       "objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1 }")
                            .arg(card));
    const QString ask =
        "deck.request('deck.swipe', {direction: '%1'}, (result, error) => answers.push([result, error]))";
    scene.evaluate(ask.arg("left"));
    QCOMPARE(scene.evaluate("JSON.stringify(answers)").toString(), R"([[null,{"code":0,"message":"not connected"}]])");
    daemon.start();
    AWAIT(scene.view()->property("connected").toBool());
    scene.evaluate(ask.arg("left"));
    AWAIT(scene.evaluate("answers.length").toInt() == 2);
    QVERIFY(scene.evaluate("answers[1][0].seq > 0 && answers[1][1] === null").toBool());
    scene.evaluate(ask.arg("east"));
    AWAIT(scene.evaluate("answers.length").toInt() == 3);
    QVERIFY(scene
                .evaluate("answers[2][0] === null && answers[2][1].code === -32602 && answers[2][1].data.field === "
                          "'params.direction'")
                .toBool());
    scene.warnings.clear();
    scene.evaluate("deck.request('deck.swipe', {direction: 'east'})");
    AWAIT(scene.warnings.size() == 1);
    QVERIFY2(scene.warnings[0].contains("deck.swipe: wrong params.direction: expected one of left"),
             qPrintable(scene.warnings[0]));
  }

  void mistakesAreToldOnce_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("warning");
    QTest::newRow("no such deck") << QStringLiteral("deck: 'x'; ") + card
                                  << "the daemon has no deck \"x\": set \"deck\" to one of a, b";
    QTest::newRow("no deck") << QString(card) << "the daemon has no deck \"\": set \"deck\" to one of a, b";
    QTest::newRow("no card") << "deck: 'a'; delegate: Rectangle {}"
                             << "the delegate has no property \"card\": add `required property var card`";
    QTest::newRow("no delegate") << "deck: 'a'"
                                 << "no delegate, so no cards: set \"delegate\" to what a card shows";
    QTest::newRow("no item") << "deck: 'a'; delegate: QtObject { property var card }"
                             << "the delegate is no Item: make its root one, such as Rectangle";
    QTest::newRow("more required")
        << "deck: 'a'; delegate: Item { required property var card; required property int x2 }"
        << "x2";
    QTest::newRow("no such file") << "deck: 'a'; delegate: Qt.createComponent('none.qml')"
                                  << "none.qml";
  }
  void mistakesAreToldOnce() {
    QFETCH(QString, content);
    QFETCH(QString, warning);
    Daemon daemon(surface(400, 800) + deckNamed("a", 5) + deckNamed("b", 5));
    daemon.start();
    Scene scene(
        daemon,
        QStringLiteral("DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; %1 }").arg(content));
    AWAIT(!scene.warnings.isEmpty());
    Witness(daemon).ask("deck.swipe", {{"deck", "a"}, {"direction", "left"}});
    QTest::qWait(300);
    QVERIFY2(scene.warnings.size() == 1 && scene.warnings[0].contains(warning), qPrintable(scene.warnings.join('\n')));
    QCOMPARE(scene.delegates().size(), 0);
  }

  // What an author may do while cards are made and events come.
  void theSceneMayChangeAtAnyTime() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5) + deckNamed("b", 5));
    daemon.start();
    Scene scene(
        daemon,
        QStringLiteral("DeckView { id: view; objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'\n"
                       "delegate: Item { required property var card; Component.onCompleted: { "
                       "view.request('deck.list'); view.deck = 'b' } } }\n"
                       "Loader { id: loader; anchors.fill: parent; sourceComponent: DeckView { objectName: 'loaded'; "
                       "socket: scene.path; deck: 'a'; %1\n"
                       "onEvent: loader.active = false } }")
            .arg(card));
    AWAIT(scene.ids() == QStringList({"b-0", "b-1", "b-2"}));
    AWAIT(scene.delegates("loaded").size() == 3);
    const QPointer<QQuickItem> shown = scene.delegates("loaded")[0];
    Witness witness(daemon);
    witness.ask("deck.swipe", {{"deck", "a"}, {"direction", "left"}});
    AWAIT(!scene.view("loaded"));
    QVERIFY(!shown);
    witness.ask("deck.swipe", {{"deck", "b"}, {"direction", "left"}});
    AWAIT(scene.ids() == QStringList({"b-1", "b-2", "b-3"}));
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  void signalsAreOfChanges() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5) + deckNamed("b", 5, "preset = \"koloda\""));
    daemon.start();
    Scene scene(daemon, QStringLiteral(
                            "DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1 }")
                            .arg(card));
    AWAIT(scene.delegates().size() == 3);
    Witness witness(daemon);
    std::map<QString, std::unique_ptr<QSignalSpy>> spies;
    for (const auto *name : {"connected", "current", "count", "undoDepth", "round", "open", "settings", "area"})
      spies[name] = std::make_unique<QSignalSpy>(scene.view(), ('2' + QByteArray(name) + "Changed()").constData());
    const auto changes = [&] {
      QStringList changes;
      for (const auto &[name, spy] : spies)
        if (!spy->isEmpty()) changes << QStringLiteral("%1 %2").arg(name).arg(spy->size()), spy->clear();
      return changes.join(", ");
    };
    witness.ask("deck.swipe", {{"deck", "a"}, {"direction", "left"}});
    AWAIT(scene.ids() == QStringList({"a-1", "a-2", "a-3"}));
    QCOMPARE(changes(), "current 1, undoDepth 1");
    witness.ask("deck.configure", {{"deck", "a"}, {"settings", QJsonObject{{"touch.edgeMargin", 7}}}});
    AWAIT(scene.view()->property("settings").toMap()["touch.edgeMargin"] == 7);
    QCOMPARE(changes(), "settings 1");
    scene.view()->setProperty("deck", "b");
    AWAIT(scene.delegates().size() >= 3);
    QCOMPARE(changes(), "current 1, settings 1, undoDepth 1");
    scene.window->resize(300, 600);
    AWAIT(scene.view()->property("area").toRectF().width() == 300);
    changes();
    daemon.kill();
    AWAIT(!scene.view()->property("connected").toBool());
    QCOMPARE(changes(), "connected 1");
  }

  void questionsAreAnswered() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5, "settings = { delegate.deadline = 10 }"));
    daemon.start();
    Scene scene(daemon, asking("view"));
    AWAIT(scene.delegates().size() == 3);
    const QString swipe = "view.request('deck.swipe', {direction: '%1'}, "
                          "(result, error) => answers.push(error ? error.message : 'swiped'))";
    scene.evaluate(swipe.arg("left"));
    AWAIT(scene.evaluate("view.asked.length").toInt() == 1);
    QCOMPARE(scene.evaluate("(q => [q.name, q.card.data.title, q.direction, q.open].join())(view.asked[0])").toString(),
             "shouldSwipe,Card 0,left,true");
    QTest::qWait(200);
    QCOMPARE(scene.evaluate("answers.length").toInt(), 0);
    QCOMPARE(scene.evaluate("view.asked[0].answer(true)").toBool(), true);
    QCOMPARE(scene.evaluate("[view.asked[0].open, view.closings, view.asked[0].answer(true)].join()").toString(),
             "false,1,false");
    AWAIT(scene.evaluate("answers.join()").toString() == "swiped");
    AWAIT(scene.ids() == QStringList({"a-1", "a-2", "a-3"}));

    scene.evaluate(swipe.arg("right"));
    AWAIT(scene.evaluate("view.asked.length").toInt() == 2);
    scene.evaluate("view.asked[1].answer(false)");
    AWAIT(scene.evaluate("answers.length").toInt() == 2);
    QVERIFY2(scene.evaluate("answers[1]").toString() != "swiped", qPrintable(scene.evaluate("answers[1]").toString()));

    // QML collects those that are closed; the view keeps those that are open.
    scene.evaluate(swipe.arg("right"));
    AWAIT(scene.evaluate("view.asked.length").toInt() == 3);
    const QPointer<QObject> closed = scene.evaluate("view.asked[1]").value<QObject *>(),
                            open = scene.evaluate("view.asked[2]").value<QObject *>();
    QVERIFY(closed && open);
    scene.evaluate("view.asked = []");
    scene.engine.collectGarbage();
    AWAIT(!closed);
    QVERIFY(open && open->property("open").toBool());

    // The connection's end closes it; the next one asks again.
    const QSignalSpy closings(open, SIGNAL(closed()));
    daemon.kill();
    AWAIT(closings.size() == 1);
    scene.engine.collectGarbage();
    AWAIT(!open);
    daemon.start();
    AWAIT(scene.view()->property("connected").toBool());
    scene.evaluate(swipe.arg("left"));
    AWAIT(scene.evaluate("view.asked.length").toInt() == 1);
    scene.evaluate("view.asked[0].answer(null)");
    AWAIT(scene.evaluate("answers[answers.length - 1]").toString() == "swiped");
    QCOMPARE(scene.warnings.size(), 1);
    QVERIFY(scene.warnings[0].contains("is lost"));

    // The view's end closes it, too, without its signal, and nobody is asked any more.
    scene.evaluate(swipe.arg("left"));
    AWAIT(scene.evaluate("view.asked.length").toInt() == 2);
    scene.evaluate("kept = view.asked[1]; kept.closed.connect(() => answers.push('closed')); view.destroy()");
    AWAIT(!scene.view());
    QCOMPARE(scene.evaluate("[kept.open, kept.answer(true), kept.name, answers.pop()].join()").toString(),
             "false,false,shouldSwipe,swiped");
    const QPointer<QObject> last = scene.evaluate("kept").value<QObject *>();
    scene.evaluate("kept = null");
    scene.engine.collectGarbage();
    AWAIT(!last);
    QVERIFY(!Witness(daemon).ask("deck.swipe", {{"direction", "left"}}).isUndefined());
  }

  void aQuestionThatEndsIsClosed_data() {
    QTest::addColumn<double>("deadline");
    QTest::addColumn<QString>("end");
    QTest::newRow("time is up") << 0.3 << QString();
    QTest::newRow("canceled") << 10. << "view.request('deck.dismiss')";
    QTest::newRow("without its card") << 10. << "view.request('deck.remove', {at: 0})";
  }
  void aQuestionThatEndsIsClosed() {
    QFETCH(double, deadline);
    QFETCH(QString, end);
    Daemon daemon(surface(400, 800) +
                  deckNamed("a", 5, QStringLiteral("settings = { delegate.deadline = %1 }").arg(deadline)));
    daemon.start();
    Scene scene(daemon, asking("view"));
    AWAIT(scene.delegates().size() == 3);
    scene.evaluate("view.request('deck.swipe', {direction: 'left'}, () => {})");
    AWAIT(scene.evaluate("view.asked.length").toInt() == 1);
    if (!end.isEmpty()) scene.evaluate(end);
    AWAIT(scene.evaluate("view.closings").toInt() == 1);
    QCOMPARE(scene.evaluate("[view.asked[0].open, view.asked[0].answer(true)].join()").toString(), "false,false");
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  void viewsOfADeckAreAskedTogether() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5, "settings = { delegate.deadline = 10 }") + deckNamed("b", 5));
    daemon.start();
    Scene scene(daemon, asking("view") + asking("other"));
    AWAIT(scene.delegates().size() == 3 && scene.delegates("other").size() == 3);
    Witness witness(daemon);
    const QString swipe = "view.request('deck.swipe', {deck: 'a', direction: 'left'}, "
                          "(result, error) => answers.push(error ? error.message : 'swiped'))";
    scene.evaluate(swipe);
    AWAIT(scene.evaluate("view.asked.length === 1 && other.asked.length === 1").toBool());
    scene.evaluate("other.asked[0].answer(true)");
    QCOMPARE(scene.evaluate("[view.asked[0].open, view.closings, other.closings].join()").toString(), "false,1,1");
    AWAIT(scene.evaluate("answers.length").toInt() == 1);

    // The other one stays the delegate where one goes to another deck, whose questions it gets.
    scene.evaluate(swipe);
    AWAIT(scene.evaluate("view.asked.length").toInt() == 2);
    scene.view()->setProperty("deck", "b");
    QCOMPARE(scene.evaluate("[view.asked[1].open, view.asked[1].answer(true), other.asked[1].open].join()").toString(),
             "false,false,true");
    scene.evaluate("other.asked[1].answer(true)");
    AWAIT(scene.evaluate("answers.length").toInt() == 2);
    witness.ask("deck.configure", {{"deck", "b"}, {"settings", QJsonObject{{"delegate.deadline", 10}}}});
    scene.evaluate("view.request('deck.swipe', {direction: 'left'})");
    AWAIT(scene.evaluate("view.asked.length").toInt() == 3);
    QCOMPARE(scene.evaluate("[view.asked[2].card.id, other.asked.length].join()").toString(), "b-0,2");

    // Without its questions, a deck decides alone.
    scene.evaluate("other.questions = []");
    scene.evaluate(swipe);
    AWAIT(scene.evaluate("answers.join()").toString() == "swiped,swiped,swiped");
    QCOMPARE(scene.evaluate("other.asked.length").toInt(), 2);

    // It cannot be the delegate while another front end is.
    QCOMPARE(scene.warnings.join('\n'), QString());
    witness.ask("delegate.register", {{"deck", "a"}});
    scene.evaluate("other.questions = ['shouldSwipe']");
    AWAIT(scene.warnings.size() == 2); // of each view
    QVERIFY2(scene.warnings[0].contains("deck \"a\" has a delegate"), qPrintable(scene.warnings[0]));
  }

  void aDeckThatIsAddedAgainAsksAgain() {
    const auto always = surface(400, 800) + deckNamed("b", 3);
    const auto deck = deckNamed("a", 5, "settings = { delegate.deadline = 10 }");
    Daemon daemon(always + deck);
    daemon.start();
    Scene scene(daemon, asking("view"));
    AWAIT(scene.delegates().size() == 3);
    Witness witness(daemon);
    daemon.configure(always);
    witness.ask("daemon.reload");
    AWAIT(scene.view()->property("count").toInt() == 0);
    daemon.configure(always + deck);
    witness.ask("daemon.reload");
    AWAIT(scene.view()->property("count").toInt() == 5);
    scene.evaluate("view.request('deck.swipe', {direction: 'left'})");
    AWAIT(scene.evaluate("view.asked.length").toInt() == 1);
    scene.evaluate("view.asked[0].answer(true)");
    AWAIT(scene.view()->property("current").toInt() == 1);
  }

  // The wallet's open card: its detail lies between it and the cards below, where the frames have it.
  void aDetailLiesBelowItsCard() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5, "preset = \"wallet\"") + deckNamed("b", 2));
    daemon.start();
    Scene scene(
        daemon,
        QStringLiteral(
            "DeckView { id: view; objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1\n")
                .arg(card) +
            snippet(TOOLKITS, "## Qt Quick", 1) + '}',
        {600, 800});
    AWAIT(scene.delegates().size() == 5);
    QCOMPARE(scene.evaluate("JSON.stringify([view.detail, view.overlay, view.fan, view.open])").toString(),
             R"([{},{},{},""])");
    QCOMPARE(scene.view()->property("pixelsPerPoint").toDouble(), 1);
    QSignalSpy areas(scene.view(), SIGNAL(areaChanged()));
    scene.window->resize(300, 400);
    AWAIT(scene.view()->property("pixelsPerPoint").toDouble() == 0.5);
    QCOMPARE(areas.size(), 1);
    const auto *detail = scene.view("detail");
    QVERIFY(detail && !detail->isVisible());

    // Without `deck`, where the daemon has several.
    scene.evaluate("view.request('deck.select', {card: 'a-2'})");
    AWAIT(scene.view()->property("open") == "a-2");
    scene.evaluate("view.request('detail.layout', {card: 'a-2', length: 900}, (...all) => answers.push(all))");
    AWAIT(scene.evaluate("answers.length").toInt() == 1);
    QCOMPARE(scene.evaluate("answers[0][1]").toString(), QString());
    QTest::qWait(1200);
    QVERIFY(detail->isVisible());
    const auto now = scene.view()->property("detail").toMap();
    QCOMPARE(now["card"], "a-2");
    QCOMPARE(now["z"].toDouble(), scene.delegate("a-2")->z() - 1);
    for (const auto *item : scene.delegates()) QVERIFY(item->z() != now["z"].toDouble());
    QVERIFY(scene.delegate("a-3")->z() < now["z"].toDouble());
    QCOMPARE(detail->parentItem()->z(), now["z"].toDouble());
    const QPointF corner(now["x"].toDouble() + now["w"].toDouble(), now["y"].toDouble());
    const auto drawn = detail->mapToItem(scene.view(), {detail->width(), 0});
    QVERIFY(QLineF(drawn, scene.view()->property("area").toRectF().topLeft() + corner * 0.5).length() < 0.01);
    QVERIFY(now["w"].toDouble() > 100 && now["h"].toDouble() > 100);
    if (qEnvironmentVariableIsSet("DETAIL_PICTURE")) scene.window->grabWindow().save(qgetenv("DETAIL_PICTURE"));
    scene.evaluate("view.request('deck.dismiss')");
    AWAIT(!detail->isVisible());
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  void requestsAreOfTheViewsDeck() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5) + deckNamed("b", 5));
    daemon.start();
    Scene scene(daemon, asking("view"));
    AWAIT(scene.delegates().size() == 3);
    for (const auto *request :
         {"'card.loaded', {card: 'a-1'}", "'delegate.invalidate'", "'deck.settings'", "'deck.list'"})
      scene.evaluate(QStringLiteral("view.request(%1, (result, error) => answers.push(error?.message ?? ''))")
                         .arg(QString(request).contains('{') ? request : QString(request) + ", {}"));
    AWAIT(scene.evaluate("answers.length").toInt() == 4);
    QCOMPARE(scene.evaluate("answers.join()").toString(), ",,,");
  }

  // The pages' programs, as they are there.
  void thePagesHaveProgramsThatRun_data() {
    QTest::addColumn<QString>("configuration");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("heading");
    QTest::addColumn<int>("views");
    QTest::newRow("first front end") << QString() << TOOLKITS << "## Qt Quick" << 1;
    QTest::newRow("two decks") << snippet(README, "## Two decks", 0, "toml") << README << "## Two decks" << 2;
    QTest::newRow("dialog") << QString() << TOOLKITS << "## Ask before" << 1;
  }
  void thePagesHaveProgramsThatRun() {
    QFETCH(QString, configuration);
    QFETCH(QString, page);
    QFETCH(QString, heading);
    QFETCH(int, views);
    Daemon daemon(configuration);
    daemon.start();
    qputenv("DECKD_SOCKET", daemon.socket().toUtf8());
    QQmlEngine engine;
    engine.addImportPath(MODULES);
    QSignalSpy warnings(&engine, SIGNAL(warnings(QList<QQmlError>)));
    QQmlComponent component(&engine);
    component.setData(snippet(page, heading).toUtf8(), QUrl::fromLocalFile(ROOT "/Examples/qml/Page.qml"));
    if (component.errorString().contains("QtQuick.Controls\" is not installed")) QSKIP("needs QtQuick.Controls");
    std::unique_ptr<QQuickWindow> window(qobject_cast<QQuickWindow *>(component.create()));
    QVERIFY2(window, qPrintable(component.errorString()));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QList<QQuickItem *> all;
    for (auto *item : window->contentItem()->childItems())
      if (item->inherits("DeckView")) all << item;
    QCOMPARE(all.size(), views);
    for (const auto *view : all) AWAIT(Scene::cardsOf(view).size() >= 2);
    QTest::qWait(200);
    if (qEnvironmentVariableIsSet("PICTURES"))
      window->grabWindow().save(qgetenv("PICTURES") + '/' + QTest::currentDataTag() + ".png");
    QCOMPARE(warnings.size(), 0);
    if (heading != "## Ask before") return;

    // A question opens the dialog, whose buttons answer; its end closes the dialog.
    auto *dialog = window->findChild<QObject *>("dialog");
    QVERIFY(dialog);
    Witness witness(daemon);
    witness.ask("deck.configure", {{"settings", QJsonObject{{"delegate.deadline", 60}}}});
    const auto swipe = [&] {
      QMetaObject::invokeMethod(all[0], "request", Q_ARG(QString, "deck.swipe"),
                                Q_ARG(QVariantMap, (QVariantMap{{"direction", "left"}})), Q_ARG(QJSValue, QJSValue()));
    };
    for (const auto *name : {"accept", "reject"}) {
      swipe();
      AWAIT(dialog->property("opened").toBool());
      QVERIFY(QMetaObject::invokeMethod(dialog, name));
      AWAIT(!dialog->property("visible").toBool());
    }
    AWAIT(all[0]->property("current").toInt() == 1);
    swipe();
    AWAIT(dialog->property("opened").toBool());
    auto *first = dialog->property("question").value<QObject *>();
    QVERIFY(first);
    QQmlExpression second(engine.contextForObject(dialog), dialog,
                          "(() => { let given; dialog.ask({ answer: value => { given = value } }); return given })()");
    QCOMPARE(second.evaluate(), QVariant(false));
    QCOMPARE(dialog->property("question").value<QObject *>(), first);
    witness.ask("deck.dismiss");
    AWAIT(!dialog->property("visible").toBool());
    QCOMPARE(all[0]->property("current").toInt(), 1);
  }

  void aCardWithoutDataHasNone() {
    Daemon daemon(surface(400, 800) + "[[decks]]\nid = \"a\"\ncards = [ { id = \"x\" } ]\n"
                                      "settings = { delegate.deadline = 10 }");
    daemon.start();
    Scene scene(daemon, "DeckView { id: view; objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'\n"
                        "questions: ['shouldSwipe']; onQuestion: question => kept = question; delegate: Text {\n"
                        "required property var card; text: card.data.title ?? 'none' } }");
    AWAIT(scene.delegates().size() == 1);
    QCOMPARE(scene.delegate("x")->property("text").toString(), "none");
    scene.evaluate("view.request('deck.swipe', {direction: 'left'})");
    AWAIT(scene.evaluate("JSON.stringify(kept?.card.data)").toString() == "{}");
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  // No function of its author runs any more, which would warn of what is gone.
  void aProgramQuitsWithAQuestion() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5, "settings = { delegate.deadline = 10 }"));
    daemon.start();
    Scene scene(daemon, asking("view"));
    AWAIT(scene.delegates().size() == 3);
    scene.evaluate("view.request('deck.swipe', {direction: 'left'})");
    AWAIT(scene.evaluate("view.asked.length").toInt() == 1);
    scene.evaluate("view.asked[0].closed.connect(() => console.log(view.closings, scene.answers.length))");
    QPointer<QObject> question = scene.evaluate("view.asked[0]").value<QObject *>();
    scene.window.reset();
    QVERIFY(!question || !question->property("open").toBool());
    QCOMPARE(scene.warnings.join('\n'), QString());
  }

  void nothingIsDrawnAtRest() {
    Daemon daemon(surface(400, 800) + deckNamed("a", 5));
    daemon.start();
    Scene scene(daemon, QStringLiteral(
                            "DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1 }")
                            .arg(card));
    AWAIT(scene.delegates().size() == 3);
    int pictures = 0;
    connect(scene.window.get(), &QQuickWindow::frameSwapped, this, [&] { pictures++; });
    Witness witness(daemon);
    QTest::qWait(300);
    pictures = 0;
    QTest::qWait(500);
    QCOMPARE(pictures, 0);
    witness.ask("deck.swipe", {{"direction", "left"}});
    AWAIT(scene.ids() == QStringList({"a-1", "a-2", "a-3"}));
    QTest::qWait(500);
    qInfo("%d pictures of a swipe", pictures);
    QVERIFY(pictures > 5 && pictures < 60);
    pictures = 0;
    QTest::qWait(500);
    QCOMPARE(pictures, 0);
  }

  void cardsAreWhereTheFramesHaveThem_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QSize>("window");
    QTest::newRow("swipeclean") << "swipeclean" << QSize(400, 800) << QSize(400, 800);
    QTest::newRow("koloda") << "koloda" << QSize(400, 800) << QSize(300, 700);
    QTest::newRow("landscape") << "natural" << QSize(800, 480) << QSize(1000, 480);
    QTest::newRow("wallet") << "wallet" << QSize(400, 800) << QSize(400, 800);
    QTest::newRow("carousel") << "carousel" << QSize(800, 480) << QSize(800, 480);
  }
  void cardsAreWhereTheFramesHaveThem() {
    QFETCH(QString, preset);
    QFETCH(QSize, size);
    QFETCH(QSize, window);
    Daemon daemon(surface(size.width(), size.height(), "refresh = 1000") +
                  deckNamed("a", 8, QStringLiteral("preset = \"%1\"").arg(preset)));
    daemon.start();
    Scene scene(
        daemon,
        QStringLiteral("DeckView { objectName: 'view'; anchors.fill: parent; socket: scene.path; deck: 'a'; %1 }")
            .arg(card),
        window);
    AWAIT(scene.delegates().size() >= 2);
    Witness witness(daemon);
    Recorder recorder(scene.view(), size);
    // A drag with a pause, and its end: a flight, a fling or a spring.
    const QPointF from(size.width() * 0.4, size.height() * 0.5);
    witness.touch("down", from.x(), from.y());
    for (int step = 1; step <= 20; step++) {
      QTest::qWait(8);
      witness.touch("moved", from.x() + 6 * step, from.y() - 4 * step);
    }
    witness.touch("up", from.x() + 120, from.y() - 80);
    QTest::qWait(1200);
    Comparison(recorder.drawings, witness, "a").check(40, 50);
    const auto last = witness.frames["a"].last();
    for (auto *item : scene.delegates()) {
      const auto id = item->property("card").toMap()["id"].toString();
      if (last.cards.contains(id)) QVERIFY(distance(cornersOf(item, scene.view(), size), last.cards[id]) < 0.01);
    }
  }

  // The example in a window, under the finger of a panel.
  void theExampleUnderAFinger() {
    if (qEnvironmentVariableIsEmpty("DISPLAY")) QSKIP("needs a display: make test-qml has one");
    QFile file(ROOT "/Examples/sdl/deckd.toml");
    QVERIFY(file.open(QFile::ReadOnly));
    const auto configuration = QString(file.readAll()).replace("height = 800", "height = 800\nrefresh = 1000");
    const QString clip = ROOT "/Examples/demo/swipes.evemu";
    Daemon daemon(configuration, clip);
    daemon.start();
    qputenv("DECKD_SOCKET", daemon.socket().toUtf8());
    QQmlEngine engine;
    engine.addImportPath(MODULES);
    QQmlComponent component(&engine, QUrl::fromLocalFile(ROOT "/Examples/qml/Main.qml"));
    std::unique_ptr<QQuickWindow> window(qobject_cast<QQuickWindow *>(component.create()));
    QVERIFY2(window, qPrintable(component.errorString()));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    auto *view = window->findChild<QQuickItem *>("places");
    QVERIFY(view);
    AWAIT(Scene::cardsOf(view).size() >= 3);
    Witness witness(daemon);
    Recorder recorder(view, {400, 800});
    QVERIFY(daemon.say("play event0 " + clip).startsWith("ok"));
    // Two swipes that decide, and one that does not.
    AWAIT(witness.events.contains("card.swiped pier") && witness.events.contains("card.reset dunes"));
    QTest::qWait(800);
    Comparison(recorder.drawings, witness, "places").check(100, 100);
  }
};

QTEST_MAIN(TestDeckView)
#include "test_deckview.moc"
