#include "deckquestion.h"

DeckQuestion::DeckQuestion(Connection *connection, quint64 number, const QString &name, const QVariantMap &card,
                           const QString &direction, QQmlEngine *engine)
    : connection_(connection), number_(number), name_(name), card_(card), direction_(direction),
      self_(engine->newQObject(this)) {
  connect(connection, &Connection::closed, this, [this](quint64 number) {
    if (number == number_) close();
  });
}

bool DeckQuestion::answer(const QJSValue &answer) {
  return connection_ && connection_->answer(number_, answer.toVariant());
}

void DeckQuestion::close() {
  if (!connection_) return;
  std::exchange(connection_, nullptr)->disconnect(this);
  emit closed();
  self_ = {};
}
