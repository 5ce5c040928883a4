// Go's cgo: where the cards of the first deck are. go run main.go
package main

// #cgo pkg-config: deckd
// #include <deckd.h>
import "C"
import "fmt"

func main() {
	for client := C.deckd_create(nil, 0); ; C.deckd_wait(client, 33) {
		deck := C.deckd_deck_at(client, 0)
		if deck == nil {
			continue
		}
		places := C.deckd_places(client, C.deckd_deck_id(deck), C.deckd_now())
		for i := C.size_t(0); i < C.deckd_place_count(places); i++ {
			at := C.deckd_place_at(places, i)
			id, x, y := C.GoString(C.deckd_place_id(at)), C.deckd_place_x(at), C.deckd_place_y(at)
			fmt.Printf("%s %.0f,%.0f\n", id, float64(x), float64(y))
		}
	}
}
