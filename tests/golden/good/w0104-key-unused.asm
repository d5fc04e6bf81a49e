shape "w0104-key-unused", version 4, 920 bytes

specification
  items        16 (tree 10, init 6)
  nodes        4
  columns      9 number, 1 bool
  shared       1 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       3

keys (column, type, name)
      0  int    ammo
      1  float  mood
      2  vec2   home
      4  vec2   goal
     10  float  wind, shared
      6  float  first
      7  float  second
      8  int    hits
      9  bool   written

hosts
      0  immediate  fire(hits: key int, at: vec2)

items
 index  offset     end  node    can  operation
     0  000168      10  #0      SFR  sequence                           w0104-key-unused.json:10:11
     1  000170       5  #1      SF-  condition                          w0104-key-unused.json:11:5
     2  000178       3                   load_int ammo
     3  000180       4                   const_int 0
     4  000188       5                   greater_int  last
     5  000190       8  #2      SFR  action fire                        w0104-key-unused.json:12:5
     6  000198       7                 argument hits = hits
     7  0001a0       8                 argument at = goal
     8  0001a8      10  #3      S--  set written                        w0104-key-unused.json:13:5
     9  0001b0      10                   const_bool true  last
    10  0001b8      12                 init first
    11  0001c0      12                   const_float 3.0  last
    12  0001c8      16                 init second
    13  0001d0      14                   load_float first
    14  0001d8      15                   const_float 2.0
    15  0001e0      16                   multiply_float  last
