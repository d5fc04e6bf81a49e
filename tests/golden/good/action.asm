shape "action", version 3, 1152 bytes

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
     0  000158      38  #0      SFR  sequence                           action.json:4:8
     1  000160       2  #1      SFR  action stop                        action.json:5:1
     2  000168      11  #2      SFR  action go                          action.json:6:1
     3  000170       4                 argument to = home
     4  000178       6                 argument speed
     5  000180       6                   load_float speed  last
     6  000188       8                 argument steps
     7  000190       8                   load_int steps  last
     8  000198      10                 argument fast
     9  0001a0      10                   load_bool fast  last
    10  0001a8      11                 argument left = left
    11  0001b0      20  #3      SFR  action go                          action.json:7:1
    12  0001b8      13                 argument left = left
    13  0001c0      15                 argument fast
    14  0001c8      15                   const_bool false  last
    15  0001d0      17                 argument steps
    16  0001d8      17                   const_int -7  last
    17  0001e0      19                 argument speed
    18  0001e8      19                   const_float 2.0  last
    19  0001f0      20                 argument to = home
    20  0001f8      38  #4      SFR  action go  "by expressions"        action.json:8:1
    21  000200      22                 argument to = home
    22  000208      27                 argument speed
    23  000210      24                   load_int steps
    24  000218      25                   const_int 1
    25  000220      26                   add_int
    26  000228      27                   int_to_float  last
    27  000230      31                 argument steps
    28  000238      29                   load_int steps
    29  000240      30                   const_int 3
    30  000248      31                   modulo_int  last
    31  000250      37                 argument fast
    32  000258      33                   load_float speed
    33  000260      34                   const_float 1.0
    34  000268      35                   greater_float
    35  000270      36                   load_bool fast
    36  000278      37                   and  last
    37  000280      38                 argument left = left
    38  000288      40                 init speed
    39  000290      40                   const_float 1.5  last
    40  000298      42                 init steps
    41  0002a0      42                   const_int 4  last
    42  0002a8      44                 init fast
    43  0002b0      44                   const_bool true  last
