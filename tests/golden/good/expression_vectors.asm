shape "expression_vectors", version 3, 1008 bytes

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
     0  000158      36  #0      SF-  sequence                           expression_vectors.json:2:8
     1  000160       6  #1      SF-  condition                          expression_vectors.json:3:1
     2  000168       3                   load_vec2 home
     3  000170       4                   length
     4  000178       5                   const_float 4.5
     5  000180       6                   greater_float  last
     6  000188      16  #2      SF-  condition                          expression_vectors.json:4:1
     7  000190       8                   load_vec2 home
     8  000198       9                   load_vec2 goal
     9  0001a0      10                   distance
    10  0001a8      11                   load_vec2 goal
    11  0001b0      12                   load_vec2 home
    12  0001b8      13                   distance
    13  0001c0      14                   const_float 1.0
    14  0001c8      15                   add_float
    15  0001d0      16                   less_float  last
    16  0001d8      23  #3      SF-  condition                          expression_vectors.json:5:1
    17  0001e0      18                   load_vec2 home
    18  0001e8      19                   shared_vec2 wind
    19  0001f0      20                   distance
    20  0001f8      21                   shared_vec2 wind
    21  000200      22                   length
    22  000208      23                   greater_float  last
    23  000210      33  #4      SF-  condition                          expression_vectors.json:6:1
    24  000218      25                   load_float home.x
    25  000220      26                   load_float goal.y
    26  000228      27                   multiply_float
    27  000230      28                   load_float home.y
    28  000238      29                   load_float goal.x
    29  000240      30                   multiply_float
    30  000248      31                   subtract_float
    31  000250      32                   shared_float wind.x
    32  000258      33                   greater_float  last
    33  000260      36  #5      S--  set goal.x                         expression_vectors.json:7:1
    34  000268      35                   load_float home.x
    35  000270      36                   negate_float  last
    36  000278      38                 init home.x
    37  000280      38                   const_float 3.0  last
    38  000288      40                 init home.y
    39  000290      40                   const_float 4.0  last
    40  000298      42                 init goal.x
    41  0002a0      42                   load_float home.x  last
    42  0002a8      46                 init goal.y
    43  0002b0      44                   load_float home.y
    44  0002b8      45                   const_float 1.0
    45  0002c0      46                   add_float  last
    46  0002c8      48                 init wind.y
    47  0002d0      48                   const_float 1.0  last
