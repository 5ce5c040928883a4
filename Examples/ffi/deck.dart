// Dart's dart:ffi, for Flutter: where the cards of the first deck are. dart run deck.dart
import 'dart:ffi';
import 'dart:io';
import 'package:ffi/ffi.dart'; // for Utf8

typedef P = Pointer<Void>;
final lib = DynamicLibrary.open('libdeckd.so.1');
final create = lib.lookupFunction<P Function(P, Size), P Function(P, int)>('deckd_create');
final wait = lib.lookupFunction<Bool Function(P, Int32), bool Function(P, int)>('deckd_wait');
final deckAt = lib.lookupFunction<P Function(P, Size), P Function(P, int)>('deckd_deck_at');
final deckId = lib.lookupFunction<P Function(P), P Function(P)>('deckd_deck_id');
final now = lib.lookupFunction<Int64 Function(), int Function()>('deckd_now');
final places = lib.lookupFunction<P Function(P, P, Int64), P Function(P, P, int)>('deckd_places');
final placeAt = lib.lookupFunction<P Function(P, Size), P Function(P, int)>('deckd_place_at');
final placeId = lib.lookupFunction<Pointer<Utf8> Function(P), Pointer<Utf8> Function(P)>('deckd_place_id');
final x = lib.lookupFunction<Double Function(P), double Function(P)>('deckd_place_x');

void main() {
  for (final client = create(nullptr, 0);; wait(client, 33)) {
    final deck = deckAt(client, 0);
    if (deck == nullptr) continue;
    final all = places(client, deckId(deck), now());
    for (var i = 0, at = placeAt(all, 0); at != nullptr; at = placeAt(all, ++i))
      stdout.writeln('${placeId(at).toDartString()} ${x(at).toStringAsFixed(0)}');
  }
}
