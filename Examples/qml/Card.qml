// What a card shows: its data, and a stamp with what a release decides.
import QtQuick
import Deckd

Rectangle {
    id: root

    required property var card
    readonly property var overlay: DeckView.overlay
    readonly property int letters: [...card.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    readonly property real hue: [0.58, 0.05, 0.44, 0.75, 0.12][letters % 5]

    radius: 22
    border { width: 1; color: "#38ffffff" }
    gradient: Gradient {
        GradientStop { position: 0; color: Qt.hsva(root.hue, 0.62, 0.78, 1) }
        GradientStop { position: 1; color: Qt.hsva(root.hue, 0.72, 0.38, 1) }
    }

    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 28 }
        spacing: 6

        Text {
            width: parent.width
            text: root.card.data?.title ?? root.card.id
            color: "white"
            font { family: "Inter"; pixelSize: 28; weight: Font.DemiBold }
            wrapMode: Text.Wrap
        }
        Text {
            text: root.card.data?.detail ?? ""
            color: "#b3ffffff"
            font { family: "Inter"; pixelSize: 16 }
        }
    }

    Rectangle {
        anchors.centerIn: parent
        width: word.width + 32
        height: word.height + 12
        radius: 10
        color: "transparent"
        border { width: 3; color: "white" }
        opacity: root.overlay.stamp?.opacity ?? 0
        scale: root.overlay.stamp?.scale ?? 1
        rotation: root.overlay.stamp?.rotation ?? 0

        Text {
            id: word
            anchors.centerIn: parent
            color: "white"
            font { family: "Inter"; pixelSize: 30; weight: Font.ExtraBold; capitalization: Font.AllUppercase }
            text: root.DeckView.view?.settings["decision." + root.overlay.direction] || root.overlay.direction || ""
        }
    }
}
