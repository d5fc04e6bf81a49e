shape "expression_long", version 4, 1192 bytes

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
     0  000168      56  #0      SFR  sequence                           expression_long.json:3:8
     1  000170      33  #1      SF-  condition                          expression_long.json:4:1
     2  000178       3                   load_float distance_to_enemy
     3  000180       4                   const_float 20.0
     4  000188       5                   load_float health
     5  000190       6                   const_float 10.0
     6  000198       7                   divide_float
     7  0001a0       8                   add_float
     8  0001a8       9                   less_float
     9  0001b0      10                   load_int ammunition
    10  0001b8      11                   const_int 3
    11  0001c0      12                   greater_int
    12  0001c8      13                   and
    13  0001d0      14                   load_float distance_to_enemy
    14  0001d8      15                   const_float 5.0
    15  0001e0      16                   less_float
    16  0001e8      17                   load_int ammunition
    17  0001f0      18                   const_int 0
    18  0001f8      19                   greater_int
    19  000200      20                   and
    20  000208      21                   or
    21  000210      22                   load_float health
    22  000218      23                   const_float 90.0
    23  000220      24                   greater_float
    24  000228      25                   load_float distance_to_enemy
    25  000230      26                   const_float 40.0
    26  000238      27                   less_float
    27  000240      28                   and
    28  000248      29                   load_int ammunition
    29  000250      30                   const_int 10
    30  000258      31                   greater_equal_int
    31  000260      32                   and
    32  000268      33                   or  last
    33  000270      56  #2      SFR  action attack                      expression_long.json:5:1
    34  000278      47                 argument power
    35  000280      36                   load_float health
    36  000288      37                   const_float 100.0
    37  000290      38                   divide_float
    38  000298      39                   const_float 40.0
    39  0002a0      40                   load_float distance_to_enemy
    40  0002a8      41                   subtract_float
    41  0002b0      42                   multiply_float
    42  0002b8      43                   const_float 40.0
    43  0002c0      44                   divide_float
    44  0002c8      45                   const_float 0.1
    45  0002d0      46                   const_float 1.0
    46  0002d8      47                   clamp_float  last
    47  0002e0      56                 argument rounds
    48  0002e8      49                   load_int ammunition
    49  0002f0      50                   const_int 3
    50  0002f8      51                   load_float health
    51  000300      52                   float_to_int
    52  000308      53                   const_int 20
    53  000310      54                   divide_int
    54  000318      55                   add_int
    55  000320      56                   min_int  last
    56  000328      58                 init distance_to_enemy
    57  000330      58                   const_float 50.0  last
    58  000338      60                 init health
    59  000340      60                   const_float 100.0  last
    60  000348      62                 init ammunition
    61  000350      62                   const_int 30  last
