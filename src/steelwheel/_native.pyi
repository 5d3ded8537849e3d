from collections.abc import Callable
from typing import Any, Protocol

class _Lib(Protocol):
    sw_preflop: Any
    sw_evaluate: Callable[[Any, int, int, Any], int]
    sw_strength: Callable[[Any, int], int]
    sw_strength_of: Callable[[int], int]
    sw_no_cards: Callable[[], Any]
    sw_add: Callable[[Any, int], Any]
    sw_hand_strength: Callable[[Any], int]
    sw_random64: Callable[[Any], int]
    sw_random_below: Callable[[Any, int], int]
    sw_random_cards: Callable[[Any, Any, int, int], int]
    sw_list_cards: Callable[[int, Any], int]
    sw_evaluate_masks: Callable[[Any, int, Any], int]
    sw_board_strengths: Callable[[Any, int, Any], int]
    sw_deal: Callable[[int, int, int, int, int, Any], int]
    sw_split_pots: Callable[[Any, Any, Any, Any, Any, int, int, bool, Any, Any, Any], int]
    sw_heads_up: Callable[[Any, Any, int, int, int, int, Any], int]
    sw_three_way: Callable[[Any, Any, int, int, int, int, Any], int]
    sw_sample: Callable[[int, int, int, Any, Any, Any, Any, int, Any, Any, int, int, Any], int]
    sw_many: Callable[[Any, Any, int, int, int, Any], int]
    sw_turns: Callable[[int, int], int]
    sw_symmetries: Callable[[Any, int, int, int, Any], int]
    SW_TABLES_SEATS: int
    SW_TABLES_DECK: int
    SW_TABLES_FRACTIONS: int
    sw_tables_reset: Callable[[Any, Any, int, Any, int], int]
    sw_tables_step: Callable[[Any, Any, int, Any, Any], int]
    sw_tables_observe: Callable[[Any, Any, int, Any, float, Any], int]
    sw_kernel_name: Callable[[int], Any]
    sw_kernel: Callable[[], Any]
    sw_use_kernel: Callable[[Any], int]

class _FFI(Protocol):
    NULL: Any
    def new(self, ctype: str, init: Any = ...) -> Any: ...
    def cast(self, ctype: str, value: Any) -> Any: ...
    def from_buffer(self, ctype: str, buffer: Any) -> Any: ...
    def buffer(self, cdata: Any) -> Any: ...
    def string(self, text: Any) -> bytes: ...

lib: _Lib
ffi: _FFI
