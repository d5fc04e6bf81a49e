shape "expression_vectors", version 4, 1040 bytes

specification
  items        48 (tree 36, init 12)
  nodes        6
  columns      4 number, 0 bool
  shared       2 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       5 number, 1 bool
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
     0  000168      36  #0      SF-  sequence                           expression_vectors.json:2:8
     1  000170       6  #1      SF-  condition                          expression_vectors.json:3:1
     2  000178       3                   load_vec2 home
     3  000180       4                   length
     4  000188       5                   const_float 4.5
     5  000190       6                   greater_float  last
     6  000198      16  #2      SF-  condition                          expression_vectors.json:4:1
     7  0001a0       8                   load_vec2 home
     8  0001a8       9                   load_vec2 goal
     9  0001b0      10                   distance
    10  0001b8      11                   load_vec2 goal
    11  0001c0      12                   load_vec2 home
    12  0001c8      13                   distance
    13  0001d0      14                   const_float 1.0
    14  0001d8      15                   add_float
    15  0001e0      16                   less_float  last
    16  0001e8      23  #3      SF-  condition                          expression_vectors.json:5:1
    17  0001f0      18                   load_vec2 home
    18  0001f8      19                   shared_vec2 wind
    19  000200      20                   distance
    20  000208      21                   shared_vec2 wind
    21  000210      22                   length
    22  000218      23                   greater_float  last
    23  000220      33  #4      SF-  condition                          expression_vectors.json:6:1
    24  000228      25                   load_float home.x
    25  000230      26                   load_float goal.y
    26  000238      27                   multiply_float
    27  000240      28                   load_float home.y
    28  000248      29                   load_float goal.x
    29  000250      30                   multiply_float
    30  000258      31                   subtract_float
    31  000260      32                   shared_float wind.x
    32  000268      33                   greater_float  last
    33  000270      36  #5      S--  set goal.x                         expression_vectors.json:7:1
    34  000278      35                   load_float home.x
    35  000280      36                   negate_float  last
    36  000288      38                 init home.x
    37  000290      38                   const_float 3.0  last
    38  000298      40                 init home.y
    39  0002a0      40                   const_float 4.0  last
    40  0002a8      42                 init goal.x
    41  0002b0      42                   load_float home.x  last
    42  0002b8      46                 init goal.y
    43  0002c0      44                   load_float home.y
    44  0002c8      45                   const_float 1.0
    45  0002d0      46                   add_float  last
    46  0002d8      48                 init wind.y
    47  0002e0      48                   const_float 1.0  last
