#include "deckview.h"

#include <QGuiApplication>
#include <QQmlEngine>
#include <QQmlInfo>
#include <QQuickWindow>
#include <QRegularExpression>
#include <QScreen>
#include <QStyleHints>
#include <cmath>

namespace {

const char *const overlayFigures[] = {"progress",       "opacity", "stamp.opacity", "stamp.scale",
                                      "stamp.rotation", "glow",    "wash",          nullptr};
const char *const detailFigures[] = {
    "x", "y", "w", "h", "opacity", "scale", "scroll", "content", "progress", "header.opacity", "header.scale", nullptr};
const char *const fanFigures[] = {"over", "pull", "spread", nullptr};

enum { MOUSE = 255, FINGERS = 255 };

// Of a card by its rank. Between two of them there is room for a detail.
double zOf(size_t rank) { return 2 * double(rank); }

int idOf(const QPointerEvent *event, const QEventPoint &point) {
  return event->pointingDevice()->type() == QInputDevice::DeviceType::TouchScreen ? point.id() % FINGERS : MOUSE;
}

int64_t periodOf(const QQuickWindow *window) {
  const auto rate = window && window->screen() ? window->screen()->refreshRate() : 0;
  return rate > 0 ? int64_t(1e6 / rate) : 16'667;
}

} // namespace

// What a delegate reads

void DeckPlace::setView(DeckView *view) {
  view_ = view;
  emit viewChanged();
}

void DeckPlace::set(bool isFront, double lift, const QVariantMap &overlay) {
  if (std::exchange(isFront_, isFront) != isFront) emit frontChanged();
  if (std::exchange(lift_, lift) != lift) emit liftChanged();
  if (overlay_ == overlay) return;
  overlay_ = overlay;
  emit overlayChanged();
}

// Properties

DeckView::DeckView(QQuickItem *parent) : QQuickItem(parent) { setFiltersChildMouseEvents(true); }

DeckView::~DeckView() {
  // Where a whole scene goes, functions of its author would find nothing.
  for (const auto &question : std::as_const(asked_))
    if (question) question->disconnect(SIGNAL(closed()));
  leave();
}

void DeckView::setSocket(const QString &socket) {
  if (socket == socket_) return;
  socket_ = socket;
  if (connection_) connectDaemon();
  emit socketChanged();
}

void DeckView::setDeck(const QString &deck) {
  if (deck == this->deck()) return;
  leave();
  deck_ = deck.toUtf8();
  startOver();
  emit deckChanged();
}

void DeckView::setDelegate(QQmlComponent *delegate) {
  if (delegate == delegate_) return;
  if (delegate_) delegate_->disconnect(this);
  delegate_ = delegate;
  if (delegate) connect(delegate, &QQmlComponent::statusChanged, this, &QQuickItem::polish);
  startOver();
  emit delegateChanged();
}

void DeckView::setTouch(bool touch) {
  if (touch == this->touch()) return;
  if (!touch) cancelTouches();
  setAcceptTouchEvents(touch);
  setAcceptedMouseButtons(touch ? Qt::LeftButton : Qt::NoButton);
  emit touchChanged();
}

void DeckView::setQuestions(const QStringList &questions) {
  if (questions == questions_) return;
  questions_ = questions;
  closeQuestions(questions);
  if (connection_) readState();
  emit questionsChanged();
}

void DeckView::componentComplete() {
  QQuickItem::componentComplete();
  connectDaemon();
}

void DeckView::connectDaemon() {
  leave();
  if (connection_) connection_->disconnect(this);
  connection_ = Connection::at(socket_);
  connect(connection_.get(), &Connection::failed, this, &DeckView::warn);
  connect(connection_.get(), &Connection::changed, this, [this] {
    readState();
    polish();
  });
  connect(connection_.get(), &Connection::happened, this,
          [this](const QString &type, const QString &deck, const QVariantMap &params) {
            if (!deck.isEmpty() && deck != this->deck()) return;
            isStale_ = true;
            readState();
            readSettings();
            emit event(type, params);
          });
  connect(connection_.get(), &Connection::asked, this, &DeckView::ask);
  startOver();
}

// Forgets what is shown: the deck or its delegate is another.
void DeckView::startOver() {
  isOther_ = true;
  isBroken_ = isMissing_ = false;
  if (!connection_) return;
  readState();
  readSettings();
  polish();
}

// Neither fingers nor questions are of the deck or the daemon that comes next.
void DeckView::leave() {
  cancelTouches();
  closeQuestions();
  if (connection_) connection_->setQuestions(this, {}, {});
}

void DeckView::readState() {
  const auto *client = connection_->client();
  const auto *deck = deckd_deck(client, deck_.constData());
  State state;
  state.isConnected = deckd_is_connected(client);
  if (deck) {
    state.current = int(deckd_deck_current(deck));
    state.count = int(deckd_deck_card_count(deck));
    state.undoDepth = int(deckd_deck_undo_depth(deck));
    state.round = QString::fromUtf8(deckd_deck_round(deck));
    state.open = QString::fromUtf8(deckd_deck_open(deck));
  }
  if (deck) isMissing_ = false;
  // It is refused where there is no deck yet.
  if (deck) connection_->setQuestions(this, deck_, questions_);
  // The daemon of the next connection knows of no finger.
  if (!state.isConnected) down_.clear();
  if (!deck && state.isConnected) findDeck();
  const bool isFound = std::exchange(isFound_, deck) != isFound_;
  const auto before = std::exchange(state_, state);
  if (before.isConnected != state.isConnected) emit connectedChanged();
  if (before.current != state.current) emit currentChanged();
  if (before.count != state.count) emit countChanged();
  if (before.undoDepth != state.undoDepth) emit undoDepthChanged();
  if (before.round != state.round) emit roundChanged();
  if (before.open != state.open) emit openChanged();
  if (isFound) readSettings();
}

void DeckView::readSettings() {
  const auto *deck = deckd_deck(connection_->client(), deck_.constData());
  auto settings = deck ? object(deckd_deck_settings(deck)) : QVariantMap();
  if (settings == settings_) return;
  settings_ = std::move(settings);
  emit settingsChanged();
}

// A deck that is not here may be on its way.
void DeckView::findDeck() {
  if (std::exchange(isMissing_, true)) return;
  auto tell = [this, name = deck()](const QVariant &result, const QVariant &) {
    QStringList ids;
    for (const auto &deck : result.toMap().value("decks").toList()) ids << deck.toMap().value("id").toString();
    if (name == deck() && !ids.contains(name))
      warn(QStringLiteral("the daemon has no deck \"%1\": set \"deck\" to one of %2").arg(name, ids.join(", ")));
  };
  connection_->request(this, "deck.list", {}, tell);
}

void DeckView::warn(const QString &message) {
  qmlWarning(this) << message;
  emit failed(message);
}

void DeckView::request(const QString &method, QVariantMap params, const QJSValue &callback) {
  if (!connection_) return void(qmlWarning(this) << method << ": the view is not complete yet");
  static const QRegularExpression ofDeck("^(deck|card|detail|delegate)\\.");
  if (method.contains(ofDeck) && method != u"deck.list" && !params.contains("deck")) params["deck"] = deck();
  connection_->request(this, method, params, [this, method, callback](const QVariant &result, const QVariant &error) {
    if (!callback.isCallable()) {
      if (!error.isNull()) warn(method + ": " + Connection::text(error));
      return;
    }
    auto *engine = qmlEngine(this);
    const auto thrown = callback.call({engine->toScriptValue(result), engine->toScriptValue(error)});
    if (thrown.isError()) warn(method + ": the callback: " + thrown.toString());
  });
}

// Questions

void DeckView::ask(quint64 number, const QString &name, const QVariantMap &params) {
  if (params["deck"] != deck() || !questions_.contains(name)) return;
  const auto id = params["card"].toString();
  const auto *deck = deckd_deck(connection_->client(), deck_.constData());
  const auto *card = deck ? deckd_card(deck, id.toUtf8().constData()) : nullptr;
  asked_.removeIf([](const auto &question) { return !question || !question->isOpen(); });
  asked_ << new DeckQuestion(connection_.get(), number, name, cardOf(id.toUtf8(), card), params["direction"].toString(),
                             qmlEngine(this));
  emit question(asked_.last());
}

// Closes those that others may still answer, or nobody any more.
void DeckView::closeQuestions(const QStringList &others) {
  const auto asked = asked_;
  for (const auto &question : asked)
    if (question && !others.contains(question->name())) question->close();
}

// Drawing

void DeckView::itemChange(ItemChange change, const ItemChangeData &data) {
  if (change == ItemSceneChange) {
    disconnect(swaps_);
    // From the thread that renders.
    if (data.window) swaps_ = connect(data.window, &QQuickWindow::frameSwapped, this, &DeckView::pictureCame);
  }
  if (change == ItemSceneChange || change == ItemVisibleHasChanged) polish();
  QQuickItem::itemChange(change, data);
}

void DeckView::geometryChange(const QRectF &now, const QRectF &before) {
  QQuickItem::geometryChange(now, before);
  polish();
}

// Before the scene graph takes what the items show. Delegates that are made here are laid out for the same picture.
void DeckView::updatePolish() {
  if (std::exchange(isOther_, false))
    for (auto &shown : std::exchange(shown_, {})) shown.item->setVisible(false), shown.item->deleteLater();
  isMoving_ = false;
  if (!connection_ || !isVisible()) return;
  // A delegate may change the view's properties.
  const auto connection = connection_;
  const auto id = deck_;
  const auto *deck = deckd_deck(connection->client(), id.constData());
  time_ = deckd_now();
  const auto *places = deckd_places(connection->client(), id.constData(), time_);
  QPointF origin;
  const auto scale = deck ? scaleOf(deck, origin) : 1;
  const auto *part = deck ? deckd_deck_area(deck) : nullptr;
  const QSizeF size(deckd_number(deckd_get(part, "w"), 0), deckd_number(deckd_get(part, "h"), 0));
  const QRectF area(origin, size * scale);
  const bool isOfOtherScale = deck && std::exchange(pixelsPerPoint_, scale) != scale;
  if ((deck && std::exchange(area_, area) != area) || isOfOtherScale) emit areaChanged();
  showPart(overlay_, deckd_overlay(places), overlayFigures, &DeckView::overlayChanged);
  showPart(fan_, deckd_fan(places), fanFigures, &DeckView::fanChanged);
  const auto *front = deck ? deckd_card_at(deck, deckd_deck_current(deck)) : nullptr;
  const auto *judged = deckd_part_card(deckd_overlay(places));
  const auto isStale = std::exchange(isStale_, false);
  size_t count = 0;
  for (size_t i = 0; deck && i < deckd_place_count(places); i++) {
    const auto *place = deckd_place_at(places, i);
    auto *shown = find(place, count, isStale);
    if (!shown) continue;
    setPlace(shown->item, place, count++, scale, origin);
    shown->place->set(front && shown->id == deckd_card_id(front), deckd_place_lift(place),
                      judged && shown->id == judged ? overlay_ : QVariantMap());
  }
  for (auto gone = shown_.begin() + long(count); gone != shown_.end(); ++gone)
    gone->item->setVisible(false), gone->item->deleteLater();
  shown_.resize(count);
  const auto *detail = deckd_detail(places);
  size_t rank = 0;
  while (detail && rank < count && shown_[rank].id != deckd_part_card(detail)) rank++;
  showPart(detail_, detail, detailFigures, &DeckView::detailChanged, {{"z", zOf(rank) - 1}});
  isDrawn_ = deck;
  isMoving_ = deck && deckd_is_moving(connection->client(), id.constData(), time_);
  emit drawn();
}

// How many pixels a point has, and where the deck's area begins in the item.
double DeckView::scaleOf(const struct deckd_deck *deck, QPointF &origin) const {
  const auto *surface = deckd_deck_surface(deck), *area = deckd_deck_area(deck);
  const auto w = deckd_number(deckd_get(surface, "w"), 1), h = deckd_number(deckd_get(surface, "h"), 1);
  const auto scale = std::min(width() / w, height() / h);
  origin = {(width() - w * scale) / 2 + deckd_number(deckd_get(area, "x"), 0) * scale,
            (height() - h * scale) / 2 + deckd_number(deckd_get(area, "y"), 0) * scale};
  return scale;
}

// The item of a card, moved to its place in the order; made where there is none yet, null where it cannot be.
DeckView::Shown *DeckView::find(const deckd_place *place, size_t index, bool isStale) {
  const auto *id = deckd_place_id(place);
  const auto *card = deckd_place_card(place);
  auto at = index;
  while (at < shown_.size() && shown_[at].id != id) at++;
  if (at < shown_.size()) {
    std::swap(shown_[index], shown_[at]);
    auto &shown = shown_[index];
    auto value = isStale && card ? cardOf(id, card) : shown.card;
    if (value != shown.card) shown.item->setProperty("card", shown.card = value);
    return &shown;
  }
  // A place may come before its card, whose data a delegate is bound to.
  if (!card) return nullptr;
  Shown made{id, cardOf(id, card), nullptr, nullptr};
  if (!make(made)) return nullptr;
  return &*shown_.insert(shown_.begin() + long(index), made);
}

bool DeckView::make(Shown &shown) {
  if (isBroken_ || (delegate_ && delegate_->isLoading())) return false;
  if (!delegate_) {
    // A view without a size shows nothing: it may be there for questions and requests.
    isBroken_ = !size().isEmpty();
    if (isBroken_) warn(QStringLiteral("no delegate, so no cards: set \"delegate\" to what a card shows"));
    return false;
  }
  const QPointer<QQmlComponent> delegate = delegate_;
  auto *context = delegate->creationContext();
  auto *object = delegate->beginCreate(context ? context : qmlContext(this));
  auto *item = qobject_cast<QQuickItem *>(object);
  QString problem;
  if (item && item->metaObject()->indexOfProperty("card") < 0) {
    problem = QStringLiteral("the delegate has no property \"card\": add `required property var card`");
  } else if (item) {
    delegate->setInitialProperties(item, {{"card", shown.card}});
    shown.place = qobject_cast<DeckPlace *>(qmlAttachedPropertiesObject<DeckView>(item));
    shown.place->setView(this);
    item->setParentItem(this);
    item->setParent(this); // deletes it
  }
  if (object) delegate->completeCreate();
  if (problem.isEmpty() && (!object || delegate->isError())) problem = delegate->errorString().trimmed();
  if (problem.isEmpty() && !item)
    problem = QStringLiteral("the delegate is no Item: make its root one, such as Rectangle");
  shown.item = item;
  if (problem.isEmpty()) return true;
  delete object;
  isBroken_ = true; // once, not with each picture
  warn(problem);
  return false;
}

// Scaled and turned about its middle, the item lies where the card does, which is turned about its anchor.
void DeckView::setPlace(QQuickItem *item, const deckd_place *place, size_t index, double scale, QPointF origin) {
  const auto *m = deckd_place_matrix(place);
  const auto w = deckd_place_w(place), h = deckd_place_h(place);
  const QPointF middle(m[0] * w / 2 + m[2] * h / 2 + m[4], m[1] * w / 2 + m[3] * h / 2 + m[5]);
  item->setSize({w, h});
  item->setPosition(origin + middle * scale - QPointF(w, h) / 2);
  item->setScale(deckd_place_scale(place) * scale);
  item->setRotation(deckd_place_rotation(place));
  item->setOpacity(deckd_place_opacity(place));
  item->setZ(zOf(index));
}

void DeckView::showPart(QVariantMap &shown, const deckd_part *part, const char *const *figures,
                        void (DeckView::*changed)(), const QVariantMap &more) {
  if (!part && shown.isEmpty()) return;
  QVariantMap now = part ? more : QVariantMap();
  if (const auto *card = deckd_part_card(part)) now["card"] = QString::fromUtf8(card);
  if (const auto *direction = deckd_part_direction(part)) now["direction"] = QString::fromUtf8(direction);
  for (; part && *figures; figures++) {
    const auto value = deckd_figure(part, *figures, qQNaN());
    if (qIsNaN(value)) continue;
    const auto names = QString::fromLatin1(*figures).split('.');
    if (names.size() == 1) {
      now[names[0]] = value;
    } else {
      auto group = now[names[0]].toMap();
      group[names[1]] = value;
      now[names[0]] = group;
    }
  }
  if (now == shown) return;
  shown = now;
  emit(this->*changed)();
}

// A picture of the window is on the screen.
void DeckView::pictureCame() {
  if (!std::exchange(isDrawn_, false)) return;
  const auto now = deckd_now(), period = periodOf(window());
  deckd_drew(connection_->client(), deck_.constData(), now, double(period));
  connection_->flush();
  if (!isMoving_) return;
  // Where nothing waits for the screen, the view does.
  const auto isPaced = window()->rendererInterface()->graphicsApi() == QSGRendererInterface::Software;
  const auto wait = isPaced ? int((time_ + period - now) / 1000) : 0;
  if (wait > 0)
    pace_.start(wait, Qt::PreciseTimer, this);
  else
    polish();
}

void DeckView::timerEvent(QTimerEvent *event) {
  if (event->timerId() != pace_.timerId()) return QQuickItem::timerEvent(event);
  pace_.stop();
  polish();
}

// Touches

QVariantMap DeckView::contact(int id, const char *phase, QPointF position) {
  const auto *deck = connection_ ? deckd_deck(connection_->client(), deck_.constData()) : nullptr;
  if (!deck || down_.contains(id) != bool(qstrcmp(phase, "down"))) return {};
  auto &finger = down_[id];
  if (!qstrcmp(phase, "down")) finger.start = position;
  finger.position = position;
  const auto way = position - finger.start;
  finger.isDragging |= std::hypot(way.x(), way.y()) > QGuiApplication::styleHints()->startDragDistance();
  if (!qstrcmp(phase, "up") || !qstrcmp(phase, "cancelled")) down_.remove(id);
  QPointF origin;
  const auto scale = scaleOf(deck, origin);
  const auto *area = deckd_deck_area(deck);
  const auto point = (position - origin) / scale +
                     QPointF(deckd_number(deckd_get(area, "x"), 0), deckd_number(deckd_get(area, "y"), 0));
  return {{"id", id}, {"phase", phase}, {"x", point.x()}, {"y", point.y()}};
}

// Of a point that the view has, perhaps together with handlers of a delegate, which take what is no drag.
QVariantMap DeckView::contact(const QPointerEvent *event, const QEventPoint &point) {
  const int id = idOf(event, point);
  const auto *phase = event->type() == QEvent::TouchCancel                      ? "cancelled"
                      : point.state() == QEventPoint::State::Pressed            ? "down"
                      : point.state() != QEventPoint::State::Released           ? "moved"
                      : down_.value(id).isShared && !down_.value(id).isDragging ? "cancelled"
                                                                                : "up";
  const auto contact = this->contact(id, phase, mapFromScene(point.scenePosition()));
  if (down_.contains(id) && point.state() == QEventPoint::State::Pressed)
    down_[id].isShared = !event->passiveGrabbers(point).isEmpty();
  return contact;
}

bool DeckView::inject(const QVariantList &contacts) {
  QVariantList known;
  for (const auto &contact : contacts)
    if (!contact.toMap().isEmpty()) known << contact;
  if (known.isEmpty()) return false;
  const auto *deck = deckd_deck(connection_->client(), deck_.constData());
  const auto *surface = deckd_text(deckd_get(deckd_deck_surface(deck), "name"), "main");
  auto tell = [this](const QVariant &, const QVariant &error) {
    if (error.toMap().value("code").toInt() && !std::exchange(isRefused_, true))
      warn(QStringLiteral("input.inject: ") + Connection::text(error));
  };
  connection_->request(this, "input.inject", {{"surface", QString::fromUtf8(surface)}, {"contacts", known}}, tell);
  return true;
}

void DeckView::cancelTouches() {
  QVariantList contacts;
  const auto down = down_;
  for (auto finger = down.begin(); finger != down.end(); ++finger)
    contacts << contact(finger.key(), "cancelled", finger.value().position);
  inject(contacts);
}

// What no deck takes is for the items below.
void DeckView::mousePressEvent(QMouseEvent *event) {
  inject({contact(event, event->point(0))});
  event->setAccepted(down_.contains(idOf(event, event->point(0))));
}
void DeckView::mouseMoveEvent(QMouseEvent *event) { inject({contact(event, event->point(0))}); }
void DeckView::mouseReleaseEvent(QMouseEvent *event) { inject({contact(event, event->point(0))}); }

void DeckView::touchEvent(QTouchEvent *event) {
  QVariantList contacts;
  for (const auto &point : event->points())
    if (point.state() != QEventPoint::State::Stationary) contacts << contact(event, point);
  inject(contacts);
  if (event->type() == QEvent::TouchBegin) event->setAccepted(!down_.isEmpty());
}

// A press on an item of a delegate, as in a Flickable: the daemon gets it, too, and the view takes what becomes a drag,
// unless the item drags by itself. What becomes none is no tap of the card's.
bool DeckView::childMouseEventFilter(QQuickItem *, QEvent *event) {
  if (!touch() || !event->isPointerEvent()) return false;
  auto *pointers = static_cast<QPointerEvent *>(event);
  const bool isUngrab = event->type() == QEvent::UngrabMouse;
  if (const auto *single = dynamic_cast<QSinglePointEvent *>(event); single && !isUngrab) {
    // Of a finger, the filter gets the touch itself as well.
    if (pointers->pointingDevice()->type() == QInputDevice::DeviceType::TouchScreen) return false;
    const bool isOther = single->button() != Qt::LeftButton && event->type() != QEvent::MouseMove;
    if (isOther || event->type() == QEvent::MouseButtonDblClick) return false;
  }
  QVariantList contacts;
  bool isTaken = false;
  for (const auto &point : pointers->points()) {
    const int id = idOf(pointers, point);
    const auto position = mapFromScene(point.scenePosition());
    const auto *grabber = pointers->exclusiveGrabber(point);
    if (point.state() == QEventPoint::State::Pressed && !isUngrab) {
      contacts << contact(id, "down", position);
      continue;
    }
    auto finger = down_.find(id);
    // What the view has taken comes again from handlers that watch.
    if (finger == down_.end() || finger->isTaken || (grabber == this && !isUngrab)) continue;
    const auto *keeper = qobject_cast<const QQuickItem *>(grabber);
    const bool isKept = (finger->grabber && grabber != finger->grabber) ||
                        (keeper && (keeper->keepMouseGrab() || keeper->keepTouchGrab()));
    finger->grabber = grabber;
    const bool isOver = point.state() == QEventPoint::State::Released || event->type() == QEvent::TouchCancel;
    if (isUngrab || isKept || isOver) {
      contacts << contact(id, "cancelled", position);
    } else if (point.state() == QEventPoint::State::Updated && position != finger->position) {
      // The item has the first move that is a drag, to keep it.
      if (!grabber || finger->isDragging) {
        finger->isTaken = true;
        pointers->setExclusiveGrabber(point, this);
        isTaken |= grabber != nullptr;
      }
      finger->isShared = true;
      contacts << contact(id, "moved", position);
    }
  }
  inject(contacts);
  return isTaken;
}
