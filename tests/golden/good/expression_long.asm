shape "expression_long", version 2, 1128 bytes

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
     0  000138      56  #0      SFR  sequence                           expression_long.json:3:8
     1  000140      33  #1      SF-  condition                          expression_long.json:4:1
     2  000148       3                   load_float distance_to_enemy
     3  000150       4                   const_float 20.0
     4  000158       5                   load_float health
     5  000160       6                   const_float 10.0
     6  000168       7                   divide_float
     7  000170       8                   add_float
     8  000178       9                   less_float
     9  000180      10                   load_int ammunition
    10  000188      11                   const_int 3
    11  000190      12                   greater_int
    12  000198      13                   and
    13  0001a0      14                   load_float distance_to_enemy
    14  0001a8      15                   const_float 5.0
    15  0001b0      16                   less_float
    16  0001b8      17                   load_int ammunition
    17  0001c0      18                   const_int 0
    18  0001c8      19                   greater_int
    19  0001d0      20                   and
    20  0001d8      21                   or
    21  0001e0      22                   load_float health
    22  0001e8      23                   const_float 90.0
    23  0001f0      24                   greater_float
    24  0001f8      25                   load_float distance_to_enemy
    25  000200      26                   const_float 40.0
    26  000208      27                   less_float
    27  000210      28                   and
    28  000218      29                   load_int ammunition
    29  000220      30                   const_int 10
    30  000228      31                   greater_equal_int
    31  000230      32                   and
    32  000238      33                   or  last
    33  000240      56  #2      SFR  action attack                      expression_long.json:5:1
    34  000248      47                 argument power
    35  000250      36                   load_float health
    36  000258      37                   const_float 100.0
    37  000260      38                   divide_float
    38  000268      39                   const_float 40.0
    39  000270      40                   load_float distance_to_enemy
    40  000278      41                   subtract_float
    41  000280      42                   multiply_float
    42  000288      43                   const_float 40.0
    43  000290      44                   divide_float
    44  000298      45                   const_float 0.1
    45  0002a0      46                   const_float 1.0
    46  0002a8      47                   clamp_float  last
    47  0002b0      56                 argument rounds
    48  0002b8      49                   load_int ammunition
    49  0002c0      50                   const_int 3
    50  0002c8      51                   load_float health
    51  0002d0      52                   float_to_int
    52  0002d8      53                   const_int 20
    53  0002e0      54                   divide_int
    54  0002e8      55                   add_int
    55  0002f0      56                   min_int  last
    56  0002f8      58                 init distance_to_enemy
    57  000300      58                   const_float 50.0  last
    58  000308      60                 init health
    59  000310      60                   const_float 100.0  last
    60  000318      62                 init ammunition
    61  000320      62                   const_int 30  last
