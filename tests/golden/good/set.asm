shape "set", version 4, 1080 bytes

specification
  items        34 (tree 32, init 2)
  nodes        10
  columns      4 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        0
  visits       9

keys (column, type, name)
      4  bool   open
      0  int    count
      1  float  heat
      2  vec2   home

items
 index  offset     end  node    can  operation
     0  000168      32  #0      S--  sequence                           set.json:3:8
     1  000170       3  #1      S--  set open                           set.json:4:1
     2  000178       3                   const_bool true  last
     3  000180      10  #2      S--  set open                           set.json:5:1
     4  000188       5                   load_bool open
     5  000190       6                   not
     6  000198       7                   load_int count
     7  0001a0       8                   const_int 3
     8  0001a8       9                   greater_int
     9  0001b0      10                   or  last
    10  0001b8      12  #3      S--  set count                          set.json:6:1
    11  0001c0      12                   const_int 12  last
    12  0001c8      16  #4      S--  set count                          set.json:7:1
    13  0001d0      14                   load_int count
    14  0001d8      15                   const_int 1
    15  0001e0      16                   add_int  last
    16  0001e8      18  #5      S--  set heat                           set.json:8:1
    17  0001f0      18                   const_float 3.0  last
    18  0001f8      21  #6      S--  set heat                           set.json:9:1
    19  000200      20                   load_int count
    20  000208      21                   int_to_float  last
    21  000210      25  #7      S--  set heat                           set.json:10:1
    22  000218      23                   load_float heat
    23  000220      24                   const_float 0.75
    24  000228      25                   multiply_float  last
    25  000230      27  #8      S--  set home.x                         set.json:11:1
    26  000238      27                   const_float -4.25  last
    27  000240      32  #9      S--  set home.y                         set.json:12:1
    28  000248      29                   load_float home.x
    29  000250      30                   load_int count
    30  000258      31                   int_to_float
    31  000260      32                   add_float  last
    32  000268      34                 init heat
    33  000270      34                   const_float 0.5  last
