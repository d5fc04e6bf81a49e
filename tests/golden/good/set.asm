shape "set", version 2, 1016 bytes

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
     0  000138      32  #0      S--  sequence                           set.json:3:8
     1  000140       3  #1      S--  set open                           set.json:4:1
     2  000148       3                   const_bool true  last
     3  000150      10  #2      S--  set open                           set.json:5:1
     4  000158       5                   load_bool open
     5  000160       6                   not
     6  000168       7                   load_int count
     7  000170       8                   const_int 3
     8  000178       9                   greater_int
     9  000180      10                   or  last
    10  000188      12  #3      S--  set count                          set.json:6:1
    11  000190      12                   const_int 12  last
    12  000198      16  #4      S--  set count                          set.json:7:1
    13  0001a0      14                   load_int count
    14  0001a8      15                   const_int 1
    15  0001b0      16                   add_int  last
    16  0001b8      18  #5      S--  set heat                           set.json:8:1
    17  0001c0      18                   const_float 3.0  last
    18  0001c8      21  #6      S--  set heat                           set.json:9:1
    19  0001d0      20                   load_int count
    20  0001d8      21                   int_to_float  last
    21  0001e0      25  #7      S--  set heat                           set.json:10:1
    22  0001e8      23                   load_float heat
    23  0001f0      24                   const_float 0.75
    24  0001f8      25                   multiply_float  last
    25  000200      27  #8      S--  set home.x                         set.json:11:1
    26  000208      27                   const_float -4.25  last
    27  000210      32  #9      S--  set home.y                         set.json:12:1
    28  000218      29                   load_float home.x
    29  000220      30                   load_int count
    30  000228      31                   int_to_float
    31  000230      32                   add_float  last
    32  000238      34                 init heat
    33  000240      34                   const_float 0.5  last
