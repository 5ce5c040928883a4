// A deck of deckd as an item: each card is an item that a delegate makes, drawn where the daemon has it.
#pragma once

#include "deckquestion.h"

#include <QBasicTimer>
#include <QHash>
#include <QQmlComponent>
#include <QQuickItem>
#include <vector>

class DeckView;

// What a delegate reads of its place, as in `DeckView.front`.
class DeckPlace : public QObject {
  Q_OBJECT
  QML_ANONYMOUS
  Q_PROPERTY(DeckView *view READ view NOTIFY viewChanged)
  Q_PROPERTY(bool front READ isFront NOTIFY frontChanged)            // whether it is the current card
  Q_PROPERTY(double lift READ lift NOTIFY liftChanged)               // 0 to 1: how far it is lifted for reordering
  Q_PROPERTY(QVariantMap overlay READ overlay NOTIFY overlayChanged) // the deck's, empty where it is another card's

public:
  using QObject::QObject;
  DeckView *view() const { return view_; }
  bool isFront() const { return isFront_; }
  double lift() const { return lift_; }
  QVariantMap overlay() const { return overlay_; }

  void setView(DeckView *view);
  void set(bool isFront, double lift, const QVariantMap &overlay);

signals:
  void viewChanged();
  void frontChanged();
  void liftChanged();
  void overlayChanged();

private:
  QPointer<DeckView> view_;
  bool isFront_ = false;
  double lift_ = 0;
  QVariantMap overlay_;
};

// The item is the deck's surface: as large as fits, in the middle. Where it fills the window, each deck lies where its
// fingers are. The daemon places its delegates: their x, y, z, width, height, scale, rotation and opacity.
class DeckView : public QQuickItem {
  Q_OBJECT
  QML_ELEMENT
  QML_ATTACHED(DeckPlace)
  Q_PROPERTY(QString socket READ socket WRITE setSocket NOTIFY socketChanged)
  Q_PROPERTY(QString deck READ deck WRITE setDeck NOTIFY deckChanged)
  Q_PROPERTY(QQmlComponent *delegate READ delegate WRITE setDelegate NOTIFY delegateChanged)
  // Whether mouse and fingers of the scene go to the daemon. Not where the daemon reads the panel: each would count
  // twice.
  Q_PROPERTY(bool touch READ touch WRITE setTouch NOTIFY touchChanged)
  // What the author answers as the deck's delegate, by `onQuestion`: "shouldSwipe" and others.
  Q_PROPERTY(QStringList questions READ questions WRITE setQuestions NOTIFY questionsChanged)
  Q_PROPERTY(bool connected READ isConnected NOTIFY connectedChanged)
  Q_PROPERTY(int current READ current NOTIFY currentChanged)
  Q_PROPERTY(int count READ count NOTIFY countChanged)
  Q_PROPERTY(int undoDepth READ undoDepth NOTIFY undoDepthChanged)
  Q_PROPERTY(QString round READ round NOTIFY roundChanged) // "loading", "active", "ended" or empty
  Q_PROPERTY(QString open READ open NOTIFY openChanged)    // the id of the card that is open, or empty
  Q_PROPERTY(QVariantMap settings READ settings NOTIFY settingsChanged)
  Q_PROPERTY(QRectF area READ area NOTIFY areaChanged) // where the deck is in the item
  // By which the figures of overlay, detail and fan are multiplied, from the upper left corner of the area on.
  Q_PROPERTY(double pixelsPerPoint READ pixelsPerPoint NOTIFY areaChanged)
  Q_PROPERTY(double time READ time NOTIFY drawn)                     // what is shown, µs of CLOCK_MONOTONIC
  Q_PROPERTY(QVariantMap overlay READ overlay NOTIFY overlayChanged) // as in a frame; empty where there is none
  Q_PROPERTY(QVariantMap detail READ detail NOTIFY detailChanged)    // with its z among the cards
  Q_PROPERTY(QVariantMap fan READ fan NOTIFY fanChanged)

public:
  explicit DeckView(QQuickItem *parent = nullptr);
  ~DeckView() override;
  static DeckPlace *qmlAttachedProperties(QObject *object) { return new DeckPlace(object); }

  QString socket() const { return socket_; }
  QString deck() const { return QString::fromUtf8(deck_); }
  QQmlComponent *delegate() const { return delegate_; }
  bool touch() const { return acceptTouchEvents(); }
  QStringList questions() const { return questions_; }
  bool isConnected() const { return state_.isConnected; }
  int current() const { return state_.current; }
  int count() const { return state_.count; }
  int undoDepth() const { return state_.undoDepth; }
  QString round() const { return state_.round; }
  QString open() const { return state_.open; }
  QVariantMap settings() const { return settings_; }
  QRectF area() const { return area_; }
  double pixelsPerPoint() const { return pixelsPerPoint_; }
  double time() const { return double(time_); }
  QVariantMap overlay() const { return overlay_; }
  QVariantMap detail() const { return detail_; }
  QVariantMap fan() const { return fan_; }

  void setSocket(const QString &socket);
  void setDeck(const QString &deck);
  void setDelegate(QQmlComponent *delegate);
  void setTouch(bool touch);
  void setQuestions(const QStringList &questions);

  // Makes a request of the protocol page; one that takes a deck is about this one. The callback gets the result and the
  // error, one of which is null.
  Q_INVOKABLE void request(const QString &method, QVariantMap params = {}, const QJSValue &callback = {});

signals:
  void socketChanged();
  void deckChanged();
  void delegateChanged();
  void touchChanged();
  void questionsChanged();
  void connectedChanged();
  void currentChanged();
  void countChanged();
  void undoDepthChanged();
  void roundChanged();
  void openChanged();
  void settingsChanged();
  void areaChanged();
  void drawn();
  void overlayChanged();
  void detailChanged();
  void fanChanged();
  void event(const QString &type, const QVariantMap &params);
  void question(DeckQuestion *question);
  void failed(const QString &message);

protected:
  void componentComplete() override;
  void itemChange(ItemChange change, const ItemChangeData &data) override;
  void geometryChange(const QRectF &now, const QRectF &before) override;
  void updatePolish() override;
  void timerEvent(QTimerEvent *event) override;
  void touchEvent(QTouchEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  bool childMouseEventFilter(QQuickItem *item, QEvent *event) override;
  void mouseUngrabEvent() override { cancelTouches(); }
  void touchUngrabEvent() override { cancelTouches(); }

private:
  struct Shown {
    QByteArray id;
    QVariantMap card;
    QQuickItem *item;
    DeckPlace *place;
  };
  struct Finger {
    QPointF start, position;
    bool isShared = false; // with a handler of a delegate
    bool isDragging = false;
    bool isTaken = false;             // from an item of a delegate
    const QObject *grabber = nullptr; // that item, or a handler; to compare
  };
  struct State {
    bool isConnected = false;
    int current = 0, count = 0, undoDepth = 0;
    QString round, open;
  };

  void connectDaemon();
  void startOver();
  void readState();
  void readSettings();
  void findDeck();
  void ask(quint64 number, const QString &name, const QVariantMap &params);
  void closeQuestions(const QStringList &others = {});
  void leave();
  void warn(const QString &message);
  double scaleOf(const struct deckd_deck *deck, QPointF &origin) const;
  Shown *find(const deckd_place *place, size_t index, bool isStale);
  bool make(Shown &shown);
  static void setPlace(QQuickItem *item, const deckd_place *place, size_t index, double scale, QPointF origin);
  void showPart(QVariantMap &shown, const deckd_part *part, const char *const *figures, void (DeckView::*changed)(),
                const QVariantMap &more = {});
  void pictureCame();
  QVariantMap contact(int id, const char *phase, QPointF position);
  QVariantMap contact(const QPointerEvent *event, const QEventPoint &point);
  bool inject(const QVariantList &contacts); // whether a deck takes any
  void cancelTouches();

  std::shared_ptr<Connection> connection_;
  QString socket_;
  QByteArray deck_;
  QPointer<QQmlComponent> delegate_;
  State state_;
  QStringList questions_;
  QVariantMap settings_;
  QRectF area_;
  double pixelsPerPoint_ = 1;
  QVariantMap overlay_, detail_, fan_;
  std::vector<Shown> shown_; // from the lowest to the highest, then those that are gone
  QList<QPointer<DeckQuestion>> asked_;
  QHash<int, Finger> down_; // fingers that the daemon knows of
  QMetaObject::Connection swaps_;
  QBasicTimer pace_;
  int64_t time_ = 0;
  bool isOther_ = false; // the deck or its delegate
  bool isFound_ = false; // the deck
  bool isStale_ = true;  // the data of cards
  bool isDrawn_ = false; // since the last picture
  bool isMoving_ = false;
  // Of which the author was told:
  bool isBroken_ = false;  // the delegate
  bool isMissing_ = false; // the deck
  bool isRefused_ = false; // input.inject
};
