// A daemon of a test's own, and a second client, which says what the first one ought to show.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPolygonF>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTransform>
#include <deckd.h>
#include <memory>

inline QString environment(const char *name, const QString &otherwise) {
  return qEnvironmentVariable(name, QStringLiteral(ROOT "/") + otherwise);
}

// Without panels, or with one of the test bed: FILE describes it, and may have touches to be played.
class Daemon {
public:
  explicit Daemon(const QString &configuration, const QString &file = {}) : file_(file) {
    QVERIFY2(folder_.isValid(), "a folder");
    configure(configuration);
  }
  ~Daemon() { stop(); }

  QString path(const QString &name) const { return folder_.filePath(name); }
  QString socket() const { return path("deckd.sock"); }

  void configure(const QString &configuration) {
    QFile toml(path("deckd.toml"));
    QVERIFY2(toml.open(QFile::WriteOnly), "the configuration");
    toml.write(configuration.toUtf8());
  }
  void start() {
    const auto program = environment("DECKD_PROGRAMS", ".build/release") + "/deckd";
    QStringList command = {program, "--config", path("deckd.toml"), "--socket", socket(), "--state-dir", path("state")};
    if (file_.isEmpty())
      command << "--seat"
              << "nobody";
    else
      command = QStringList{bed(), "-o", "-d", folder_.path(), "-c", path("bed.sock"), "-a", "event0 " + file_, "--"} +
                command;
    process_.setStandardErrorFile(path("log"), QIODevice::Append);
    process_.start(command.takeFirst(), command);
    QVERIFY2(process_.waitForStarted(), "deckd to start: name its folder with DECKD_PROGRAMS");
    QTRY_VERIFY2_WITH_TIMEOUT(reaches(), log().constData(), 8000);
    if (!file_.isEmpty())
      QTRY_VERIFY2_WITH_TIMEOUT(say("opens event0").startsWith("ok 1"), "deckd to read the panel", 8000);
  }
  void stop() {
    if (process_.state() == QProcess::NotRunning) return;
    process_.terminate();
    if (!process_.waitForFinished(10000)) process_.kill(), process_.waitForFinished();
  }
  void kill() {
    process_.kill();
    process_.waitForFinished();
  }

  // Tells the test bed something; returns its reply.
  QByteArray say(const QString &line) {
    QProcess process;
    process.start(bed(), QStringList{"-s", path("bed.sock")} + line.split(' '));
    process.waitForFinished();
    return process.readAllStandardOutput().trimmed();
  }

private:
  static QString bed() { return environment("DECKD_BED", ".build/touchbed") + "/touchbed"; }
  QByteArray log() const {
    QFile file(path("log"));
    return file.open(QFile::ReadOnly) ? "deckd to listen; its log: " + file.readAll() : QByteArray("deckd to listen");
  }
  bool reaches() const {
    deckd_options options = {};
    const auto path = socket().toUtf8();
    options.socket = path.constData();
    auto *client = deckd_new(&options);
    deckd_wait(client, 50);
    deckd_wait(client, 50);
    const bool isConnected = deckd_is_connected(client);
    deckd_free(client);
    return isConnected;
  }

  QTemporaryDir folder_;
  QString file_;
  QProcess process_;
};

// The corners of a card, in points of its deck's surface.
using Corners = QPolygonF;

struct Frame {
  double t;
  QMap<QString, Corners> cards;
};

class Witness : public QObject {
public:
  explicit Witness(const Daemon &daemon) {
    static const char *const topics[] = {"events", "frames", "touches", nullptr};
    const auto path = daemon.socket().toUtf8();
    deckd_options options = {};
    options.socket = path.constData();
    options.topics = topics;
    options.user = this;
    options.event = [](void *user, const deckd_event *event) { static_cast<Witness *>(user)->take(event); };
    client_ = deckd_new(&options);
    QObject::connect(&timer_, &QTimer::timeout, this, [this] { deckd_dispatch(client_); });
    timer_.start(1);
    wait();
  }
  ~Witness() override { deckd_free(client_); }

  void wait() { QTRY_VERIFY_WITH_TIMEOUT(deckd_is_connected(client_) && deckd_deck_count(client_), 8000); }

  // Makes a request and waits for its result; undefined where it is refused.
  QJsonValue ask(const QString &method, const QJsonObject &params = {}) {
    struct Answer {
      bool isThere = false;
      QJsonValue result{QJsonValue::Undefined};
    } answer;
    const auto take = [](void *user, const deckd_json *result, const deckd_error *error) {
      auto *answer = static_cast<Answer *>(user);
      answer->isThere = true;
      if (error)
        qWarning("%s", deckd_error_message(error));
      else
        answer->result = read(result);
    };
    if (!deckd_request(client_, method.toUtf8(), QJsonDocument(params).toJson(QJsonDocument::Compact), take, &answer))
      return answer.result;
    [&] { QTRY_VERIFY_WITH_TIMEOUT(answer.isThere, 8000); }();
    return answer.result;
  }

  // A finger of the second client's own.
  void touch(const char *phase, double x, double y) {
    ask("input.inject", {{"contacts", QJsonArray{QJsonObject{{"id", 7}, {"phase", phase}, {"x", x}, {"y", y}}}}});
  }

  static QJsonValue read(const deckd_json *value) {
    QByteArray text(qsizetype(deckd_write(value, nullptr, 0)) + 1, 0);
    deckd_write(value, text.data(), size_t(text.size()));
    text.chop(1);
    return QJsonDocument::fromJson('[' + text + ']').array().at(0);
  }

  QStringList events;  // "type card"
  QStringList touches; // phases
  QList<double> touchTimes;
  QMap<QString, QList<Frame>> frames;

private:
  void take(const deckd_event *event) {
    const QString type = deckd_event_type(event);
    const auto params = read(deckd_event_params(event)).toObject();
    if (type == "touch") {
      touchTimes << params["t"].toDouble();
      for (const auto &contact : params["contacts"].toArray()) touches << contact.toObject()["phase"].toString();
    } else if (type == "frame") {
      const auto id = params["deck"].toString();
      const auto *deck = deckd_deck(client_, id.toUtf8());
      const auto *area = deck ? deckd_deck_area(deck) : nullptr;
      const QPointF origin(deckd_number(deckd_get(area, "x"), 0), deckd_number(deckd_get(area, "y"), 0));
      Frame frame{params["t"].toDouble(), {}};
      for (const auto &card : params["cards"].toArray())
        frame.cards[card.toObject()["id"].toString()] = corners(card.toObject(), origin);
      frames[id] << frame;
    } else {
      events << (type + ' ' + params["card"].toString()).trimmed();
    }
  }
  static Corners corners(const QJsonObject &card, QPointF origin) {
    const auto number = [&](const char *name) { return card[QLatin1String(name)].toDouble(); };
    const auto anchor = card["anchor"].toArray();
    const QPointF middle(anchor[0].toDouble() * number("w"), anchor[1].toDouble() * number("h"));
    QTransform transform;
    transform.translate(origin.x() + number("x") + middle.x(), origin.y() + number("y") + middle.y());
    transform.rotate(number("rotation")).scale(number("scale"), number("scale")).translate(-middle.x(), -middle.y());
    return transform.map(Corners{{{0, 0}, {number("w"), 0}, {number("w"), number("h")}, {0, number("h")}}});
  }

  deckd *client_;
  QTimer timer_;
};
