shape "include_params", version 4, 1312 bytes

specification
  items        43 (tree 27, init 16)
  nodes        10
  columns      7 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       7

keys (column, type, name)
      0  vec2   home
      2  int    n
      3  float  pace
      4  int    unused
      5  float  walk/left
      6  float  back/left
      7  bool   back/rest/tired

items
 index  offset     end  node    can  operation
     0  000168      27  #0      SF-  sequence                           include_params.json:10:11
     1  000170      12  #1      SF-  sequence                           lib/walk.json:14:11
     2  000178       6  #2      S--  set walk/left                      lib/walk.json:15:5
     3  000180       4                   load_float walk/left
     4  000188       5                   load_float pace
     5  000190       6                   subtract_float  last
     6  000198       8  #3      S--  set home.x                         lib/walk.json:15:60
     7  0001a0       8                   load_float walk/left  last
     8  0001a8      12  #4      SF-  condition                          include_params.json:11:74
     9  0001b0      10                   load_int n
    10  0001b8      11                   const_int 3
    11  0001c0      12                   greater_int  last
    12  0001c8      23  #5      S--  sequence  "back"                   lib/walk.json:14:11
    13  0001d0      17  #6      S--  set back/left                      lib/walk.json:15:5
    14  0001d8      15                   load_float back/left
    15  0001e0      16                   load_float pace
    16  0001e8      17                   subtract_float  last
    17  0001f0      19  #7      S--  set home.x                         lib/walk.json:15:60
    18  0001f8      19                   load_float back/left  last
    19  000200      23  #8      S--  set back/rest/tired                lib/walk.json:10:15
    20  000208      21                   load_int n
    21  000210      22                   const_int 3
    22  000218      23                   greater_int  last
    23  000220      27  #9      S--  set n                              lib/sub/steps.json:3:69
    24  000228      25                   load_int n
    25  000230      26                   const_int 1
    26  000238      27                   add_int  last
    27  000240      29                 init pace
    28  000248      29                   const_float 1.0  last
    29  000250      36                 init walk/left
    30  000258      31                   load_vec2 home
    31  000260      32                   length
    32  000268      33                   const_float 4.0
    33  000270      34                   divide_float
    34  000278      35                   load_float pace
    35  000280      36                   add_float  last
    36  000288      43                 init back/left
    37  000290      38                   load_vec2 home
    38  000298      39                   length
    39  0002a0      40                   const_float 2.0
    40  0002a8      41                   divide_float
    41  0002b0      42                   load_float pace
    42  0002b8      43                   add_float  last
