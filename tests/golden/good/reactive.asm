shape "reactive", version 4, 1040 bytes

specification
  items        27 (tree 27, init 0)
  nodes        10
  columns      2 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       1

keys (column, type, name)
      2  bool   near
      0  int    food
      1  float  fear

hosts
      0  immediate  fight()
      1  predicate  seen(range: int)
      2  immediate  rest()

items
 index  offset     end  node    can  operation
     0  000168      27  #0      SFR  decide every tick, first 2         reactive.json:4:11
     1  000170       2                   load_bool near  last
     2  000178       3  #1      SFR  action fight                       reactive.json:8:13
     3  000180      27  #2      SFR  utility every tick, first 11       reactive.json:9:13
     4  000188       5                 margin 0.25
     5  000190       6                   load_int food
     6  000198       7                   int_to_float  last
     7  0001a0       8                   load_float fear
     8  0001a8       9                   const_float 2.0
     9  0001b0      10                   multiply_float  last
    10  0001b8      11                   const_float 0.5  last
    11  0001c0      17  #3      SFR  decide every tick, first 15        reactive.json:15:9
    12  0001c8      15                   call seen  last
    13  0001d0      15                 argument range
    14  0001d8      15                   const_int 3  last
    15  0001e0      17  #4      S-R  wait long 0                        reactive.json:15:95
    16  0001e8       -                 duration 2 ticks
    17  0001f0      21  #5      --R  utility every tick, first 20       reactive.json:16:9
    18  0001f8      19                 margin 0.0
    19  000200      20                   load_float fear  last
    20  000208      21  #6      --R  running                            reactive.json:16:81
    21  000210      27  #7      SFR  utility first 24                   reactive.json:17:9
    22  000218      23                   load_float fear  last
    23  000220      24                   const_float 1.0  last
    24  000228      26  #8      SF-  condition                          reactive.json:17:85
    25  000230      26                   load_bool near  last
    26  000238      27  #9      SFR  action rest                        reactive.json:17:93
