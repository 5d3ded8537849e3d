"""Dealing, burning, the board, and the dealer's mistakes card by card: requirements C, F and M of RULES.md.

The worked deck is for three players with the button on seat 2, so that seats 0, 1, 2 are in dealing order.
"""

import pytest
from script import deck, kinds, play, table

import steelwheel as sw
from steelwheel.holdem.table import STEPS, Status, Table

WORKED = "As Kd 7c Ah Kc 2d 3s Qh Jh 4c 5d 9s 6d Td 8h 8c 2s"
ORDER = sw.parse_cards(WORKED) + tuple(card for card in range(52) if card not in sw.parse_cards(WORKED))


def cards(text):
    return sw.parse_cards(text)


def same(pool):
    """A shuffle that changes nothing."""
    return pool


def turned(pool):
    """A shuffle that turns the cards round."""
    return pool[::-1]


def worked(rules="roberts", reshuffle=same, stacks=(500, 500, 500), **options):
    return table(list(stacks), button=2, deck=ORDER, irregularities=rules, reshuffle=reshuffle, **options)


def whole(made):
    """All cards of a table: no card is lost and none comes twice."""
    lying = [*made.board, *made.burns, *made.stub, *made.set_aside]
    lying += [card for seat in range(made.seats) for card in made.hole_cards(seat)]
    lying += made._discards
    return sorted(lying) == list(range(52))


# --------------------------------------------------------------------------------------------------- C hole cards


def test_C1_cards_come_one_at_a_time_from_the_left_of_the_button():
    made = table([100] * 3, deck=ORDER)
    assert [made.hole_cards(seat) for seat in (1, 2, 0)] == [(ORDER[i], ORDER[i + 3]) for i in range(3)]


def test_C2_heads_up_the_button_gets_the_last_card():
    made = table([100] * 2, deck=ORDER)
    assert made.hole_cards(1) == (ORDER[0], ORDER[2])
    assert made.hole_cards(0) == (ORDER[1], ORDER[3])


def test_C3_hole_cards_are_hidden_from_opponents():
    made = worked()
    view = made.view(0)
    assert view.hole_cards == cards("As Ah")
    assert view.seen == ((), (), ())
    assert made.view(None).hole_cards == ()
    with pytest.raises(sw.IllegalAction, match="no view of seat 3"):
        made.view(3)


def test_C4_blinds_are_posted_before_the_cards():
    assert kinds(table([100] * 3))[:3] == ["blind", "blind", "deal"]


# --------------------------------------------------------------------------------------------------- F the board


def test_F1_a_card_is_burned_before_flop_turn_and_river():
    made = play(worked(), "*, *, *, *")
    assert made.board == cards("Qh Jh 4c 9s Td")
    assert made.burns == cards("3s 5d 6d")


def test_F2_burned_cards_are_seen_by_nobody():
    made = play(worked(), "*, *")
    assert all(not made.view(seat).exposed for seat in (0, 1, 2, None))


def test_F3_the_flop_is_turned_at_once():
    made = play(worked(), "*, *, *, *")
    assert [len(event.cards) for event in made.events if event.kind in ("flop", "turn", "river")] == [3, 1, 1]


def test_F4_the_board_is_in_the_order_dealt():
    made = play(worked(), "*, *, *, *")
    assert made.board[:3] == cards("Qh Jh 4c")
    assert made.board[3:] == cards("9s Td")


def test_F5_a_betting_round_follows_each_street():
    made = worked()
    streets = []
    while made.actor is not None:
        streets.append((made.street, len(made.board)))
        play(made, "*")
    assert streets == [("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)]


def test_a_deck_must_do_for_the_whole_hand():
    made = Table(sw.Rules.no_limit(blinds=(1, 2)), [10, 10], deck=ORDER[:11])
    with pytest.raises(sw.CardError, match="not enough cards: 2 players need 12, the deck has 11"):
        made.deal()
    assert (made.status, made.stacks) == ("ready", (10, 10))
    made.deal(deck=ORDER[:12])
    assert play(made, "*, *, *, *").over


# --------------------------------------------------------------------------------------------------- M hole cards


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
@pytest.mark.parametrize("seat", [0, 1])
def test_M1_the_first_or_second_card_exposed_is_a_misdeal(rules, seat):
    made = worked(rules, reshuffle=turned)
    made.expose_hole_card(seat, 0)
    assert made.status == Status.MISDEAL
    assert sorted(made.stub) == list(range(52))
    assert (made.bets, made.stacks, made.button) == ((5, 10, 0), (495, 490, 500), 2)
    with pytest.raises(sw.IllegalAction, match="the deal is off"):
        play(made, "2 call")
    made.deal()
    assert made.hole_cards(0) == (51, 48)  # the deck in order, turned round
    assert (made.bets, made.actor) == ((5, 10, 0), 2)
    assert whole(made)


def test_M1_voluntary_bets_go_back_and_forced_bets_stay():
    made = worked(ante=1)
    play(made, "2 fold")
    made.expose_hole_card(0, 0)
    assert (made.bets, made.pot, made.live) == ((5, 10, 0), 18, (0, 1, 2))
    made.deal(deck=ORDER)
    assert made.hole_cards(0) == cards("As Ah")
    assert play(made, "*, *, *, *").over
    assert sum(made.stacks) == 1500


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
def test_M2_another_exposed_card_is_replaced_and_becomes_the_burn(rules):
    made = worked(rules)
    made.expose_hole_card(1, 1)
    assert made.hole_cards(1) == cards("Kd 3s")
    assert made.burns == cards("Kc")
    assert made.view(0).exposed == cards("Kc")
    play(made, "*, *, *, *")
    assert made.board == cards("Qh Jh 4c 9s Td")
    assert made.burns == cards("Kc 5d 6d")
    assert whole(made)


def test_M2_the_third_card_off_the_deck_is_replaced_too():
    made = worked()
    made.expose_hole_card(2, 0)
    assert made.hole_cards(2) == cards("3s 2d")


def test_M2b_a_card_that_a_player_exposes_himself_plays():
    made = worked()
    made.expose_own_card(1, 0)
    assert made.hole_cards(1) == cards("Kd Kc")
    assert made.view(0).seen == ((), cards("Kd"), ())
    with pytest.raises(sw.IllegalAction, match="seat 1 cannot expose card 2"):
        made.expose_own_card(1, 2)


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
def test_M3_two_exposed_cards_are_a_misdeal(rules):
    made = worked(rules)
    made.expose_hole_card(2, 0)
    made.expose_hole_card(0, 1)
    assert made.status == Status.MISDEAL
    made.deal()
    assert made.burns == ()
    assert whole(made)


def test_M4_an_extra_card_becomes_the_burn():
    made = worked()
    made.deal_extra_card(0)
    assert made.hole_cards(0) == cards("As Ah")
    assert made.burns == cards("3s")
    play(made, "*, *, *, *")
    assert made.board == cards("Qh Jh 4c 9s Td")
    assert made.burns == cards("3s 5d 6d")


def test_M5_a_second_extra_card_is_a_misdeal():
    made = worked()
    made.deal_extra_card(0)
    made.deal_extra_card(1)
    assert made.status == "misdeal"


def test_M5_tda_calls_one_extra_card_a_misdeal():
    made = worked("tda2024")
    made.deal_extra_card(0)
    assert made.status == "misdeal"


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
def test_M5_after_substantial_action_a_hand_of_three_cards_is_dead(rules):
    made = play(worked(rules), "2 raise 30, 0 call")
    made.deal_extra_card(0)
    assert made.live == (1, 2)
    assert made.actor == 1
    assert made.pot == 70
    play(made, "1 call")
    assert len(made.burns) == 1
    assert whole(made)


def test_decision_10_how_long_a_deal_can_be_called_off():
    two_folds = play(table([500] * 5, seed=1), "3 fold, 4 fold")
    two_folds.call_misdeal()
    assert two_folds.status == "misdeal"
    for options, script in [({}, "3 fold, 4 call"), ({}, "3 fold, 4 fold, 0 fold"), ({"misdeal_window": "two_players_acted"},
                                                                                    "3 fold, 4 fold")]:  # fmt: skip
        made = play(table([500] * 5, seed=1, **options), script)
        with pytest.raises(sw.IllegalAction, match="the hand is played on"):
            made.call_misdeal()
        with pytest.raises(sw.IllegalAction, match="the hand is played on"):
            made.expose_hole_card(1, 0)


# --------------------------------------------------------------------------------------------------- M the board


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M6_a_flop_of_four_cards_is_shuffled_in_again(reshuffle):
    made = play(worked(reshuffle=reshuffle), "*")
    stub = made.stub
    made.flop_too_many(4)
    pool = reshuffle(stub[1:] + cards("Qh Jh 4c 5d"))
    assert len(pool) == 45
    assert made.board == pool[:3]
    assert made.burns == cards("3s")
    play(made, "*, *, *")
    assert len(made.burns) == 3
    assert made.board == (*pool[:3], pool[4], pool[6])
    assert whole(made)


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M6_tda_takes_one_of_four_as_the_next_burn(reshuffle):
    made = play(worked("tda2024", reshuffle=reshuffle), "*")
    made.flop_too_many(4)
    mixed = reshuffle(cards("Qh Jh 4c 5d"))
    assert made.board == mixed[1:]
    assert made.burns == (*cards("3s"), mixed[0])
    play(made, "*, *, *")
    assert made.board[3:] == cards("9s Td")
    assert len(made.burns) == 3
    assert whole(made)


def test_M6_tda_redeals_a_flop_of_five():
    made = play(worked("tda2024"), "*")
    made.flop_too_many(5)
    assert made.burns == cards("3s")
    assert made.board == cards("6d Td 8h")
    assert whole(made)


def test_M6_only_on_an_untouched_flop():
    made = worked()
    with pytest.raises(sw.IllegalAction, match="the flop does not lie there"):
        made.flop_too_many()
    play(made, "*, 0 check")
    with pytest.raises(sw.IllegalAction, match="after check the board stands"):
        made.flop_too_many()
    with pytest.raises(sw.IllegalAction, match="3 cards on the flop by mistake"):
        play(worked(), "*").flop_too_many(3)


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M7_a_premature_flop_is_dealt_anew_without_a_burn(rules, reshuffle):
    made = play(worked(rules, reshuffle=reshuffle), "2 call")
    made.deal_board_early()
    assert (made.board, made.street, made.actor) == ((), "preflop", 0)
    assert made.burns == cards("3s")
    assert made.view(1).exposed == cards("Qh Jh 4c")
    play(made, "*")
    pool = reshuffle(ORDER[10:] + cards("Qh Jh 4c"))
    assert len(pool) == 45
    assert made.board == pool[:3]
    assert made.burns == cards("3s")
    play(made, "*, *, *")
    assert len(made.burns) == 3
    assert whole(made)


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M8_a_premature_turn_comes_back_before_the_river(reshuffle):
    made = play(worked(reshuffle=reshuffle), "*, 0 check")
    made.deal_board_early()
    assert made.burns == cards("3s 5d")
    assert made.set_aside == cards("9s")
    play(made, "*")
    assert made.board == cards("Qh Jh 4c Td")
    assert made.burns == cards("3s 5d 6d")
    play(made, "*")
    pool = reshuffle(ORDER[14:] + cards("9s"))
    assert len(pool) == 39
    assert made.board == (*cards("Qh Jh 4c Td"), pool[0])
    assert made.burns == cards("3s 5d 6d")
    assert whole(made)


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M8_tda_deals_the_turn_anew(reshuffle):
    made = play(worked("tda2024", reshuffle=reshuffle), "*, 0 check")
    made.deal_board_early()
    play(made, "*")
    pool = reshuffle(ORDER[12:] + cards("9s"))
    assert made.board == (*cards("Qh Jh 4c"), pool[0])
    assert made.burns == cards("3s 5d")
    play(made, "*")
    assert made.board[4] == pool[2]
    assert made.burns == (*cards("3s 5d"), pool[1])
    assert whole(made)


def test_M8_the_card_stays_out_even_if_the_others_fold():
    made = play(worked(), "*, 0 bet 20")
    made.deal_board_early()
    play(made, "1 fold, 2 fold")
    assert made.over
    assert made.board == cards("Qh Jh 4c")
    assert made.stacks == (520, 490, 490)


@pytest.mark.parametrize("rules", ["roberts", "tda2024"])
@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M9_a_premature_river_is_dealt_anew_without_a_burn(rules, reshuffle):
    made = play(worked(rules, reshuffle=reshuffle), "*, *, 0 check")
    made.deal_board_early()
    assert made.set_aside == cards("Td")
    play(made, "*")
    pool = reshuffle(ORDER[14:] + cards("Td"))
    assert len(pool) == 39
    assert made.board == (*cards("Qh Jh 4c 9s"), pool[0])
    assert made.burns == cards("3s 5d 6d")
    assert whole(made)


def test_M8_and_M9_in_the_same_hand():
    made = play(worked(), "*, 0 check")
    made.deal_board_early()
    play(made, "*, 0 check")
    made.deal_board_early()
    play(made, "*, *")
    assert len(made.board) == 5
    assert made.burns == cards("3s 5d 6d")
    assert whole(made)


def test_no_street_is_early_on_the_river_or_without_betting():
    made = play(worked(), "*, *, *")
    with pytest.raises(sw.IllegalAction, match="only while players bet"):
        made.deal_board_early()
    with pytest.raises(sw.IllegalAction, match="between the deal and the flop"):
        made.expose_hole_card(0, 0)


# --------------------------------------------------------------------------------------------------- M10 the board plays

ROYAL = deck(["2c2d", "3c3d"], "Ah Kh Qh Jh Th")


def board_plays(claim):
    made = table([100, 100], deck=ROYAL, board_claim=claim, automatic=set(STEPS) - {"show"})
    return play(made, "*, *, *, *")


@pytest.mark.parametrize("claim", ["cards_speak", "declare_or_table", "table"])
def test_M10_two_tabled_hands_share_the_board(claim):
    made = board_plays(claim)
    made.show(1)
    made.show(0)
    assert made.stacks == (100, 100)


@pytest.mark.parametrize("claim", ["cards_speak", "declare_or_table", "table"])
def test_M10_a_hand_mucked_without_a_word_loses_its_claim(claim):
    made = board_plays(claim)
    made.show(1)
    made.muck(0)
    assert made.stacks == (90, 110)


@pytest.mark.parametrize(("claim", "stacks"), [("cards_speak", (90, 110)), ("declare_or_table", (100, 100)), ("table", (90, 110))])
def test_M10_a_hand_mucked_after_declaring_still_shares(claim, stacks):
    made = board_plays(claim)
    made.show(1)
    made.declare_board(0)
    made.muck(0)
    assert made.stacks == stacks


def test_M10_a_declaration_is_worth_nothing_when_the_hand_does_not_play_the_board():
    made = table([100, 100], deck=deck(["2c2d", "AsAd"], "Ah Kh Qh Jh 2s"), board_claim="declare_or_table",
                 automatic=set(STEPS) - {"show"})  # fmt: skip
    play(made, "*, *, *, *")
    made.declare_board(0)
    made.show(1)
    made.muck(0)
    assert made.stacks == (90, 110)


def test_M10_where_cards_speak_an_undecided_hand_shares():
    made = board_plays("cards_speak")
    made.show(1)
    made.award_pots()
    assert made.stacks == (100, 100)
    other = board_plays("table")
    with pytest.raises(sw.IllegalAction, match="cannot award the pots: hands must be shown first"):
        other.award_pots()


# --------------------------------------------------------------------------------------------------- M11, M12


def test_M11_the_rules_on_mistakes_are_agreed_before_the_hand():
    made = worked()
    with pytest.raises(sw.IllegalAction, match="rules cannot change during a hand"):
        made.rules = made.rules.replace(irregularities="tda2024")
    none = worked("none")
    for mistake in (
        lambda: none.expose_hole_card(0, 0),
        lambda: none.deal_extra_card(0),
        lambda: none.deal_board_early(),
        lambda: none.flop_too_many(),
        lambda: none.misburn(0),
        lambda: none.call_misdeal(),
    ):
        with pytest.raises(sw.IllegalAction, match="know no irregularities"):
            mistake()


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M12_a_flop_after_two_burns_is_shuffled_in_when_seen(reshuffle):
    made = play(worked(reshuffle=reshuffle), "*")
    made.misburn(2)  # burned 3s and Qh, flop Jh 4c 5d
    pool = reshuffle(ORDER[11:] + cards("Qh Jh 4c 5d"))
    assert made.burns == cards("3s")
    assert made.board == pool[:3]
    assert whole(made)


@pytest.mark.parametrize("burned", [0, 2])
def test_M12_a_wrong_burn_that_nobody_saw_is_put_right(burned):
    made = play(worked(), "*")
    made.misburn(burned, exposed=False)
    play(made, "*, *, *")
    assert made.board == cards("Qh Jh 4c 9s Td")
    assert made.burns == cards("3s 5d 6d")


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M12_a_flop_without_a_burn_is_dealt_anew(reshuffle):
    made = play(worked(reshuffle=reshuffle), "*")
    made.misburn(0)  # flop 3s Qh Jh
    pool = reshuffle(ORDER[10:] + cards("3s Qh Jh 4c"))
    assert (made.burns, made.board) == (pool[:1], pool[1:4])
    assert whole(made)


@pytest.mark.parametrize("reshuffle", [same, turned])
def test_M12_tda_takes_one_of_three_unburned_cards_as_the_burn(reshuffle):
    made = play(worked("tda2024", reshuffle=reshuffle), "*")
    made.misburn(0)
    mixed = reshuffle(cards("3s Qh Jh"))
    assert made.burns == mixed[:1]
    assert made.board == (*mixed[1:], *cards("4c"))
    assert whole(made)


def test_M12_turn_and_river_are_put_right_before_action():
    made = play(worked(), "*, *")
    made.misburn(0)  # 5d was turned up: it is the burn, and everybody has seen it
    assert (made.board, made.burns) == (cards("Qh Jh 4c 9s"), cards("3s 5d"))
    assert made.view(0).exposed == cards("5d")
    play(made, "*")
    made.misburn(2)  # 6d and Td were burned, 8h turned up: Td is the river
    assert made.board == cards("Qh Jh 4c 9s Td")
    assert whole(made)


def test_M12_after_action_the_cards_stand_and_an_extra_burn_goes_back():
    made = play(worked(), "*, *, 0 check")
    made.misburn(2)  # burned 5d and 9s, turn 6d: 9s is the next burn, the river as without the mistake
    assert made.board == cards("Qh Jh 4c 6d")
    play(made, "*")
    assert made.board == cards("Qh Jh 4c 6d Td")
    assert made.burns == cards("3s 5d 9s")
    assert whole(made)


def test_M12_after_action_a_missing_burn_is_made_up_for():
    made = play(worked(), "*, *, 0 check")
    made.misburn(0)  # turn 5d stands
    assert made.board == cards("Qh Jh 4c 5d")
    play(made, "*")
    assert made.board == cards("Qh Jh 4c 5d Td")
    assert made.burns == cards("3s 9s 6d")
    assert whole(made)


def test_M12_only_where_a_street_was_burned_for():
    made = play(worked(), "*")
    with pytest.raises(sw.IllegalAction, match="no burn or two"):
        made.misburn(1)
    early = worked()
    early.deal_board_early()
    play(early, "*")
    with pytest.raises(sw.IllegalAction, match="an earlier mistake has taken the burn"):
        early.misburn(0)


# --------------------------------------------------------------------------------------------------- shuffles


def test_a_reshuffle_must_give_the_same_cards():
    made = play(worked(reshuffle=lambda pool: pool[1:]), "*")
    before = made.board, made.burns, made.stub, made.history, made.events
    with pytest.raises(sw.CardError, match="must give the same cards in another order"):
        made.flop_too_many()
    assert (made.board, made.burns, made.stub, made.history, made.events) == before


def test_reshuffles_follow_from_the_seed():
    def flop(seed):
        made = table([500] * 3, button=2, deck=ORDER, seed=seed)
        made.deal_board_early()
        return play(made, "*").board

    assert flop(1) == flop(1) != flop(2)


def test_mistakes_are_part_of_the_history():
    made = worked()
    made.expose_hole_card(1, 1)
    play(made, "*, 0 check")
    made.deal_board_early()
    play(made, "*, *, *")
    again = made.rewind(len(made.history))
    assert (again.board, again.burns, again.events, again.stacks) == (made.board, made.burns, made.events, made.stacks)
    void = worked()
    void.expose_hole_card(0, 0)
    void.deal()
    play(void, "2 fold")
    again = void.rewind(len(void.history))
    assert [again.hole_cards(seat) for seat in range(3)] == [void.hole_cards(seat) for seat in range(3)]
    assert again.history == void.history


def test_a_deck_cuts_and_draws_into_new_decks():
    pack = sw.Deck("As Kd 7c 2h")
    assert pack.cut(1).cards == cards("Kd 7c 2h As")
    drawn, rest = pack.draw(3)
    assert (drawn, rest.cards, len(pack)) == (cards("As Kd 7c"), cards("2h"), 4)
    assert pack == sw.Deck(pack.cards)
    assert len({pack, sw.Deck(pack.cards)}) == 1
    assert sw.Deck(seed=3, number=2).cards == tuple(sw.deal(3, 52, seed=3)[2].tolist())
    assert sorted(sw.Deck()) == list(range(52))
    for wrong, words in [
        (lambda: pack.draw(5), "cannot draw 5 cards from a deck of 4"),
        (lambda: pack.cut(5), "cannot cut 4 cards at 5"),
        (lambda: sw.Deck("As As"), "As stands twice"),
        (lambda: sw.Deck("As", seed=1), "no use for seed 1"),
        (lambda: sw.Deck(seed=-1), "seed -1"),
    ]:
        with pytest.raises(ValueError, match=words):
            wrong()
    with pytest.raises(AttributeError, match="does not change"):
        pack.cards = ()
