// A deck in Qt Quick: each card is an item, drawn where the daemon has it; Undo is a button of QML's own.
import QtQuick
import Deckd

Window {
    width: 400
    height: 850
    visible: true
    title: "deckd"
    color: "#0c0d10"

    DeckView {
        id: places
        objectName: "places"
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: bar.top }
        clip: true
        deck: "places"
        // Leave this out on a panel: the daemon reads it, and what touches the window would count twice.
        touch: true
        delegate: Card {}
        onEvent: (type, event) => {
            if (type === "card.swiped") line.text = `${event.card}: ${event.decision || event.direction}`;
            else if (type === "card.shown") line.text = event.card;
            else if (type === "deck.exhausted") line.text = "no more cards";
        }
    }

    Item {
        id: bar
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: 16 }
        height: 34

        Text {
            id: line
            anchors.verticalCenter: parent.verticalCenter
            color: "#b3ffffff"
            font.pixelSize: 15
            text: places.connected ? `${places.count - places.current} to decide` : "waiting for deckd"
        }

        Rectangle {
            id: undo
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: 88
            height: 34
            radius: 17
            color: tap.pressed ? "#4d5260" : "#2e323c"
            opacity: places.undoDepth > 0 ? 1 : 0.4

            Text { anchors.centerIn: parent; text: "Undo"; color: "white"; font.pixelSize: 15 }
            TapHandler { id: tap; onTapped: places.request("deck.undo") }
        }
    }
}
