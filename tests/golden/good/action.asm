shape "action", version 4, 1192 bytes

specification
  items        44 (tree 38, init 6)
  nodes        5
  columns      5 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       4

keys (column, type, name)
      0  vec2   home
      2  float  speed
      3  int    steps
      5  bool   fast
      4  int    left

hosts
      0  immediate  stop()
      1  immediate  go(to: vec2, speed: float, steps: int, fast: bool, left: key int)

items
 index  offset     end  node    can  operation
     0  000168      38  #0      SFR  sequence                           action.json:4:8
     1  000170       2  #1      SFR  action stop                        action.json:5:1
     2  000178      11  #2      SFR  action go                          action.json:6:1
     3  000180       4                 argument to = home
     4  000188       6                 argument speed
     5  000190       6                   load_float speed  last
     6  000198       8                 argument steps
     7  0001a0       8                   load_int steps  last
     8  0001a8      10                 argument fast
     9  0001b0      10                   load_bool fast  last
    10  0001b8      11                 argument left = left
    11  0001c0      20  #3      SFR  action go                          action.json:7:1
    12  0001c8      13                 argument left = left
    13  0001d0      15                 argument fast
    14  0001d8      15                   const_bool false  last
    15  0001e0      17                 argument steps
    16  0001e8      17                   const_int -7  last
    17  0001f0      19                 argument speed
    18  0001f8      19                   const_float 2.0  last
    19  000200      20                 argument to = home
    20  000208      38  #4      SFR  action go  "by expressions"        action.json:8:1
    21  000210      22                 argument to = home
    22  000218      27                 argument speed
    23  000220      24                   load_int steps
    24  000228      25                   const_int 1
    25  000230      26                   add_int
    26  000238      27                   int_to_float  last
    27  000240      31                 argument steps
    28  000248      29                   load_int steps
    29  000250      30                   const_int 3
    30  000258      31                   modulo_int  last
    31  000260      37                 argument fast
    32  000268      33                   load_float speed
    33  000270      34                   const_float 1.0
    34  000278      35                   greater_float
    35  000280      36                   load_bool fast
    36  000288      37                   and  last
    37  000290      38                 argument left = left
    38  000298      40                 init speed
    39  0002a0      40                   const_float 1.5  last
    40  0002a8      42                 init steps
    41  0002b0      42                   const_int 4  last
    42  0002b8      44                 init fast
    43  0002c0      44                   const_bool true  last
