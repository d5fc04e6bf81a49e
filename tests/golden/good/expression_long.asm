shape "expression_long", version 3, 1160 bytes

specification
  items        62 (tree 56, init 6)
  nodes        3
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 3 bool
  shuffle      0
  draws        no
  hosts        1
  visits       2

keys (column, type, name)
      0  float  distance_to_enemy
      1  float  health
      2  int    ammunition

hosts
      0  immediate  attack(power: float, rounds: int)

items
 index  offset     end  node    can  operation
     0  000158      56  #0      SFR  sequence                           expression_long.json:3:8
     1  000160      33  #1      SF-  condition                          expression_long.json:4:1
     2  000168       3                   load_float distance_to_enemy
     3  000170       4                   const_float 20.0
     4  000178       5                   load_float health
     5  000180       6                   const_float 10.0
     6  000188       7                   divide_float
     7  000190       8                   add_float
     8  000198       9                   less_float
     9  0001a0      10                   load_int ammunition
    10  0001a8      11                   const_int 3
    11  0001b0      12                   greater_int
    12  0001b8      13                   and
    13  0001c0      14                   load_float distance_to_enemy
    14  0001c8      15                   const_float 5.0
    15  0001d0      16                   less_float
    16  0001d8      17                   load_int ammunition
    17  0001e0      18                   const_int 0
    18  0001e8      19                   greater_int
    19  0001f0      20                   and
    20  0001f8      21                   or
    21  000200      22                   load_float health
    22  000208      23                   const_float 90.0
    23  000210      24                   greater_float
    24  000218      25                   load_float distance_to_enemy
    25  000220      26                   const_float 40.0
    26  000228      27                   less_float
    27  000230      28                   and
    28  000238      29                   load_int ammunition
    29  000240      30                   const_int 10
    30  000248      31                   greater_equal_int
    31  000250      32                   and
    32  000258      33                   or  last
    33  000260      56  #2      SFR  action attack                      expression_long.json:5:1
    34  000268      47                 argument power
    35  000270      36                   load_float health
    36  000278      37                   const_float 100.0
    37  000280      38                   divide_float
    38  000288      39                   const_float 40.0
    39  000290      40                   load_float distance_to_enemy
    40  000298      41                   subtract_float
    41  0002a0      42                   multiply_float
    42  0002a8      43                   const_float 40.0
    43  0002b0      44                   divide_float
    44  0002b8      45                   const_float 0.1
    45  0002c0      46                   const_float 1.0
    46  0002c8      47                   clamp_float  last
    47  0002d0      56                 argument rounds
    48  0002d8      49                   load_int ammunition
    49  0002e0      50                   const_int 3
    50  0002e8      51                   load_float health
    51  0002f0      52                   float_to_int
    52  0002f8      53                   const_int 20
    53  000300      54                   divide_int
    54  000308      55                   add_int
    55  000310      56                   min_int  last
    56  000318      58                 init distance_to_enemy
    57  000320      58                   const_float 50.0  last
    58  000328      60                 init health
    59  000330      60                   const_float 100.0  last
    60  000338      62                 init ammunition
    61  000340      62                   const_int 30  last
