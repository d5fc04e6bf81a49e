shape "include_params", version 3, 1264 bytes

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
     0  000158      27  #0      SF-  sequence                           include_params.json:10:11
     1  000160      12  #1      SF-  sequence                           lib/walk.json:14:11
     2  000168       6  #2      S--  set walk/left                      lib/walk.json:15:5
     3  000170       4                   load_float walk/left
     4  000178       5                   load_float pace
     5  000180       6                   subtract_float  last
     6  000188       8  #3      S--  set home.x                         lib/walk.json:15:60
     7  000190       8                   load_float walk/left  last
     8  000198      12  #4      SF-  condition                          include_params.json:11:74
     9  0001a0      10                   load_int n
    10  0001a8      11                   const_int 3
    11  0001b0      12                   greater_int  last
    12  0001b8      23  #5      S--  sequence  "back"                   lib/walk.json:14:11
    13  0001c0      17  #6      S--  set back/left                      lib/walk.json:15:5
    14  0001c8      15                   load_float back/left
    15  0001d0      16                   load_float pace
    16  0001d8      17                   subtract_float  last
    17  0001e0      19  #7      S--  set home.x                         lib/walk.json:15:60
    18  0001e8      19                   load_float back/left  last
    19  0001f0      23  #8      S--  set back/rest/tired                lib/walk.json:10:15
    20  0001f8      21                   load_int n
    21  000200      22                   const_int 3
    22  000208      23                   greater_int  last
    23  000210      27  #9      S--  set n                              lib/sub/steps.json:3:69
    24  000218      25                   load_int n
    25  000220      26                   const_int 1
    26  000228      27                   add_int  last
    27  000230      29                 init pace
    28  000238      29                   const_float 1.0  last
    29  000240      36                 init walk/left
    30  000248      31                   load_vec2 home
    31  000250      32                   length
    32  000258      33                   const_float 4.0
    33  000260      34                   divide_float
    34  000268      35                   load_float pace
    35  000270      36                   add_float  last
    36  000278      43                 init back/left
    37  000280      38                   load_vec2 home
    38  000288      39                   length
    39  000290      40                   const_float 2.0
    40  000298      41                   divide_float
    41  0002a0      42                   load_float pace
    42  0002a8      43                   add_float  last
