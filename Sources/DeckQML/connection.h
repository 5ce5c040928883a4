// One client of the daemon, in Qt's event loop.
#pragma once

#include <QHash>
#include <QPointer>
#include <QSocketNotifier>
#include <QStringList>
#include <QTimer>
#include <QVariantMap>
#include <deckd.h>
#include <functional>
#include <memory>
#include <unordered_map>

// What the client reads as JSON, as a value of QML.
QVariant variant(const deckd_json *value);
inline QVariantMap object(const deckd_json *value) { return variant(value).toMap(); }

// A card as a delegate has it, of which the client may know the id alone: bindings to `card.data` hold in any case.
QVariantMap cardOf(const char *id, const struct deckd_card *card);

// Shared by all views of a process that name the same socket: several decks are one connection.
class Connection : public QObject {
  Q_OBJECT

public:
  static std::shared_ptr<Connection> at(const QString &socket);
  ~Connection() override;

  deckd *client() const { return client_; }

  // Makes a request. The answer gets result and error, one of which is null; it is dropped with its owner.
  using Answer = std::function<void(const QVariant &result, const QVariant &error)>;
  void request(QObject *owner, const QString &method, const QVariantMap &params, Answer answer);

  // What a view answers from now on, an empty list at its end. A question goes to all views of the deck that answer it.
  void setQuestions(QObject *view, const QByteArray &deck, const QStringList &questions);
  // Returns false where the question is closed. The first answer counts, and closes it.
  bool answer(quint64 number, const QVariant &answer);

  // An error in words.
  static QString text(const QVariant &error);

  // Sends what waits to be sent, from the event loop: places that are being drawn stay valid.
  void flush();

signals:
  void changed(); // something has come, or the connection is another
  void happened(const QString &type, const QString &deck, const QVariantMap &params);
  void asked(quint64 number, const QString &question, const QVariantMap &params);
  void closed(quint64 number);
  void failed(const QString &message);

private:
  struct Request {
    Connection *connection;
    QPointer<QObject> owner;
    Answer answer;
  };

  explicit Connection(const QString &socket);
  void dispatch();
  void watch();
  static void settle(void *user, const deckd_json *result, const deckd_error *error);

  deckd *client_ = nullptr;
  // Those that wait for their answers; the client answers none of them when it is freed.
  std::unordered_map<Request *, std::unique_ptr<Request>> requests_;
  QHash<QObject *, std::pair<QByteArray, QStringList>> answering_; // views, with deck and questions
  QHash<QByteArray, QStringList> registered_;                      // decks
  const QString where_;                                            // for messages
  std::unique_ptr<QSocketNotifier> reads_, writes_;
  QTimer timer_, patience_;
  bool isConnected_ = false, isDispatching_ = false;
  int cause_ = 0; // errno of the last attempt to connect
};
