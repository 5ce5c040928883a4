#include "connection.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cerrno>
#include <poll.h>
#include <utility>
#include <vector>

QVariant variant(const deckd_json *value) {
  switch (deckd_kind(value)) {
  case DECKD_NULL:
    break;
  case DECKD_FALSE:
  case DECKD_TRUE:
    return deckd_bool(value, false);
  case DECKD_NUMBER:
    return deckd_number(value, 0);
  case DECKD_STRING:
    return QString::fromUtf8(deckd_text(value, ""));
  case DECKD_ARRAY: {
    QVariantList list;
    for (auto element = deckd_first(value); element; element = deckd_next(element)) list << variant(element);
    return list;
  }
  case DECKD_OBJECT: {
    QVariantMap map;
    for (auto member = deckd_first(value); member; member = deckd_next(member))
      map.insert(QString::fromUtf8(deckd_name(member)), variant(member));
    return map;
  }
  }
  return QVariant::fromValue(nullptr);
}

QVariantMap cardOf(const char *id, const struct deckd_card *card) {
  QVariantMap map{{"id", QString::fromUtf8(id)}, {"data", QVariantMap()}};
  map.insert(card ? object(deckd_card_json(card)) : QVariantMap());
  return map;
}

std::shared_ptr<Connection> Connection::at(const QString &socket) {
  static QHash<QString, std::weak_ptr<Connection>> all;
  auto connection = all.value(socket).lock();
  if (!connection) {
    // The last view may go while an event is delivered.
    connection = {new Connection(socket), [](Connection *unused) { unused->deleteLater(); }};
    all.insert(socket, connection);
  }
  return connection;
}

Connection::Connection(const QString &socket)
    : where_(socket.isEmpty() ? QString() : QStringLiteral(" at %1").arg(socket)) {
  const auto path = socket.toUtf8();
  deckd_options options = {};
  options.socket = path.isEmpty() ? nullptr : path.constData();
  options.client = "qml";
  options.user = this;
  options.event = [](void *user, const deckd_event *event) {
    emit static_cast<Connection *>(user)->happened(QString::fromUtf8(deckd_event_type(event)),
                                                   QString::fromUtf8(deckd_event_deck(event)),
                                                   object(deckd_event_params(event)));
  };
  options.error = [](void *user, const char *message) {
    emit static_cast<Connection *>(user)->failed(QString::fromUtf8(message));
  };
  options.question_closed = [](void *user, uint64_t number) { emit static_cast<Connection *>(user)->closed(number); };
  client_ = deckd_new(&options);
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &Connection::dispatch);
  patience_.setSingleShot(true);
  connect(&patience_, &QTimer::timeout, this, [this] {
    if (deckd_is_connected(client_)) return;
    const auto advice = cause_ == EACCES ? QStringLiteral("add this user to the socket's group")
                                         : QStringLiteral("start the daemon, or set \"socket\"");
    emit failed(QStringLiteral("no connection to deckd%1 yet (%2): %3").arg(where_, qt_error_string(cause_), advice));
  });
  patience_.start(5000);
  // The views that are being created connect to the signals first.
  timer_.start(0);
}

Connection::~Connection() { deckd_free(client_); }

void Connection::dispatch() {
  // An author's function may run an event loop of its own.
  if (std::exchange(isDispatching_, true)) return;
  errno = 0;
  bool isNew = deckd_dispatch(client_);
  if (errno && deckd_fd(client_) < 0) cause_ = errno;
  isDispatching_ = false;
  const bool isConnected = deckd_is_connected(client_);
  const bool wasConnected = std::exchange(isConnected_, isConnected);
  isNew |= wasConnected != isConnected;
  watch();
  if (wasConnected && !isConnected)
    emit failed(QStringLiteral("the connection to deckd%1 is lost: see whether the daemon runs, and what its log says")
                    .arg(where_));
  if (isNew) emit changed();
}

void Connection::watch() {
  const int descriptor = deckd_fd(client_);
  if (!reads_ || reads_->socket() != descriptor) {
    // One of the notifiers may have called.
    for (auto *notifier : {&reads_, &writes_}) {
      if (*notifier) (*notifier)->setEnabled(false), notifier->release()->deleteLater();
      if (descriptor < 0) continue;
      notifier->reset(
          new QSocketNotifier(descriptor, notifier == &reads_ ? QSocketNotifier::Read : QSocketNotifier::Write));
      connect(notifier->get(), &QSocketNotifier::activated, this, &Connection::dispatch);
    }
  }
  if (writes_) writes_->setEnabled(deckd_poll_events(client_) & POLLOUT);
  const int wait = deckd_timeout(client_);
  if (wait >= 0)
    timer_.start(wait);
  else
    timer_.stop();
}

void Connection::flush() {
  if (deckd_poll_events(client_) & POLLOUT) timer_.start(0);
}

void Connection::request(QObject *owner, const QString &method, const QVariantMap &params, Answer answer) {
  auto request = std::make_unique<Request>(Request{this, owner, std::move(answer)});
  const auto json = QJsonDocument(QJsonObject::fromVariantMap(params)).toJson(QJsonDocument::Compact);
  if (deckd_request(client_, method.toUtf8().constData(), json.constData(), settle, request.get())) {
    requests_.emplace(request.get(), std::move(request));
    return flush();
  }
  request->answer(QVariant::fromValue(nullptr), QVariantMap{{"code", 0}, {"message", "not connected"}});
}

void Connection::settle(void *user, const deckd_json *result, const deckd_error *error) {
  auto *waiting = static_cast<Request *>(user);
  const auto request = std::move(waiting->connection->requests_.extract(waiting).mapped());
  if (!request->owner) return;
  const auto none = QVariant::fromValue(nullptr);
  if (!error) return request->answer(variant(result), none);
  auto members = object(deckd_error_json(error));
  if (members.isEmpty()) members = {{"code", 0}, {"message", QString::fromUtf8(deckd_error_message(error))}};
  request->answer(none, members);
}

void Connection::setQuestions(QObject *view, const QByteArray &deck, const QStringList &questions) {
  const auto before = answering_.value(view);
  if (before == std::pair(deck, questions)) return;
  if (questions.isEmpty())
    answering_.remove(view);
  else
    answering_[view] = {deck, questions};
  const auto ask = [](void *user, uint64_t number, const char *question, const deckd_json *params) {
    emit static_cast<Connection *>(user)->asked(number, QString::fromUtf8(question), object(params));
  };
  for (const auto &each : {before.first, deck}) {
    QStringList all;
    for (const auto &[ofDeck, some] : std::as_const(answering_))
      if (ofDeck == each) all += some;
    all.removeDuplicates();
    all.sort();
    if (std::exchange(registered_[each], all) == all) continue;
    QByteArrayList names;
    for (const auto &name : std::as_const(all)) names << name.toUtf8();
    std::vector<const char *> list;
    for (const auto &name : std::as_const(names)) list.push_back(name.constData());
    list.push_back(nullptr);
    deckd_add_delegate(client_, each.constData(), list.data(), ask);
  }
  flush();
}

bool Connection::answer(quint64 number, const QVariant &answer) {
  const auto json = QJsonDocument(QJsonArray{QJsonValue::fromVariant(answer)}).toJson(QJsonDocument::Compact);
  if (!deckd_answer_question(client_, number, json.mid(1, json.size() - 2).constData())) return false;
  flush();
  emit closed(number);
  return true;
}

QString Connection::text(const QVariant &error) {
  const auto members = error.toMap(), data = members.value("data").toMap();
  auto text = members.value("message").toString();
  if (data.contains("expected")) text += ": expected " + data.value("expected").toString();
  return text;
}
