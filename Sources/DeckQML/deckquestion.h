// A question that the daemon asks about a card, for the author to answer at once or later.
#pragma once

#include "connection.h"

#include <QJSValue>
#include <QtQml>

// QML owns it, but not before it is answered or closed.
class DeckQuestion : public QObject {
  Q_OBJECT
  QML_ELEMENT
  QML_UNCREATABLE("DeckView.onQuestion has it")
  Q_PROPERTY(QString name READ name CONSTANT)           // "shouldSwipe", "shouldDrag" …
  Q_PROPERTY(QVariantMap card READ card CONSTANT)       // as a delegate has it
  Q_PROPERTY(QString direction READ direction CONSTANT) // of shouldSwipe
  Q_PROPERTY(bool open READ isOpen NOTIFY closed)       // whether an answer still counts

public:
  DeckQuestion(Connection *connection, quint64 number, const QString &name, const QVariantMap &card,
               const QString &direction, QQmlEngine *engine);
  const QString &name() const { return name_; }
  const QVariantMap &card() const { return card_; }
  const QString &direction() const { return direction_; }
  bool isOpen() const { return connection_; }

  // Returns whether it counts; `null` leaves it to the deck.
  Q_INVOKABLE bool answer(const QJSValue &answer);
  void close();

signals:
  void closed();

private:
  Connection *connection_; // null when it is closed
  const quint64 number_;
  const QString name_;
  const QVariantMap card_;
  const QString direction_;
  QJSValue self_; // keeps it from being collected while it is open
};
