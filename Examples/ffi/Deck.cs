// C#'s P/Invoke: where the cards of the first deck are. mcs Deck.cs && mono Deck.exe, or dotnet run
using System;
using System.Runtime.InteropServices;

static class Deck {
  const string Lib = "libdeckd.so.1";
  [DllImport(Lib)] static extern IntPtr deckd_create(IntPtr options, UIntPtr size);
  [DllImport(Lib)] static extern byte deckd_wait(IntPtr client, int milliseconds);
  [DllImport(Lib)] static extern IntPtr deckd_deck_at(IntPtr client, UIntPtr index);
  [DllImport(Lib)] static extern IntPtr deckd_deck_id(IntPtr deck);
  [DllImport(Lib)] static extern long deckd_now();
  [DllImport(Lib)] static extern IntPtr deckd_places(IntPtr client, IntPtr deck, long time);
  [DllImport(Lib)] static extern IntPtr deckd_place_at(IntPtr places, UIntPtr index);
  [DllImport(Lib)] static extern IntPtr deckd_place_id(IntPtr place);
  [DllImport(Lib)] static extern double deckd_place_x(IntPtr place);
  [DllImport(Lib)] static extern double deckd_place_y(IntPtr place);

  static void Main() {
    for (IntPtr client = deckd_create(IntPtr.Zero, UIntPtr.Zero), deck;; deckd_wait(client, 33)) {
      if ((deck = deckd_deck_at(client, UIntPtr.Zero)) == IntPtr.Zero) continue;
      IntPtr places = deckd_places(client, deckd_deck_id(deck), deckd_now()), at;
      for (uint i = 0; (at = deckd_place_at(places, (UIntPtr)i)) != IntPtr.Zero; i++)
        Console.WriteLine($"{Marshal.PtrToStringUTF8(deckd_place_id(at))} {deckd_place_x(at):F0},{deckd_place_y(at):F0}");
    }
  }
}
