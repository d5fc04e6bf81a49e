shape "expression_vectors", version 2, 944 bytes

specification
  items        40 (tree 28, init 12)
  nodes        6
  columns      4 number, 0 bool
  shared       2 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       5

keys (column, type, name)
      0  vec2   home
      2  vec2   goal
      4  vec2   wind, shared

items
 index  offset     end  node    can  operation
     0  000158      28  #0      SF-  sequence                           expression_vectors.json:2:8
     1  000160       5  #1      SF-  condition                          expression_vectors.json:3:1
     2  000168       3                   length home
     3  000170       4                   const_float 4.5
     4  000178       5                   greater_float  last
     5  000180      11  #2      SF-  condition                          expression_vectors.json:4:1
     6  000188       7                   distance home, goal
     7  000190       8                   distance goal, home
     8  000198       9                   const_float 1.0
     9  0001a0      10                   add_float
    10  0001a8      11                   less_float  last
    11  0001b0      15  #3      SF-  condition                          expression_vectors.json:5:1
    12  0001b8      13                   distance home, wind
    13  0001c0      14                   length wind
    14  0001c8      15                   greater_float  last
    15  0001d0      25  #4      SF-  condition                          expression_vectors.json:6:1
    16  0001d8      17                   load_float home.x
    17  0001e0      18                   load_float goal.y
    18  0001e8      19                   multiply_float
    19  0001f0      20                   load_float home.y
    20  0001f8      21                   load_float goal.x
    21  000200      22                   multiply_float
    22  000208      23                   subtract_float
    23  000210      24                   shared_float wind.x
    24  000218      25                   greater_float  last
    25  000220      28  #5      S--  set goal.x                         expression_vectors.json:7:1
    26  000228      27                   load_float home.x
    27  000230      28                   negate_float  last
    28  000238      30                 init home.x
    29  000240      30                   const_float 3.0  last
    30  000248      32                 init home.y
    31  000250      32                   const_float 4.0  last
    32  000258      34                 init goal.x
    33  000260      34                   load_float home.x  last
    34  000268      38                 init goal.y
    35  000270      36                   load_float home.y
    36  000278      37                   const_float 1.0
    37  000280      38                   add_float  last
    38  000288      40                 init wind.y
    39  000290      40                   const_float 1.0  last
