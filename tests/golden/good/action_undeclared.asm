shape "action_undeclared", version 4, 1024 bytes

specification
  items        25 (tree 23, init 2)
  nodes        5
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       4

keys (column, type, name)
      0  vec2   home
      2  float  charge

hosts
      0  immediate  shoot(power: float, at: vec2, loud: bool)
      1  deferred   reload(rounds: int)
      2  predicate  is_loaded(rounds: int)

items
 index  offset     end  node    can  operation
     0  000168      23  #0      SFR  sequence                           action_undeclared.json:3:8
     1  000170       7  #1      SFR  action shoot                       action_undeclared.json:4:1
     2  000178       4                 argument power
     3  000180       4                   const_float 3.0  last
     4  000188       5                 argument at = home
     5  000190       7                 argument loud
     6  000198       7                   const_bool true  last
     7  0001a0      15  #2      SFR  action shoot                       action_undeclared.json:5:1
     8  0001a8      10                 argument power
     9  0001b0      10                   load_float charge  last
    10  0001b8      11                 argument at = home
    11  0001c0      15                 argument loud
    12  0001c8      13                   load_float charge
    13  0001d0      14                   const_float 0.0
    14  0001d8      15                   greater_float  last
    15  0001e0      19  #3      SFR  deferred reload                    action_undeclared.json:6:1
    16  0001e8       -                 resource none
    17  0001f0      19                 argument rounds
    18  0001f8      19                   const_int 12  last
    19  000200      23  #4      SF-  condition                          action_undeclared.json:7:1
    20  000208      23                   call is_loaded  last
    21  000210      23                 argument rounds
    22  000218      23                   const_int 1  last
    23  000220      25                 init charge
    24  000228      25                   const_float 0.5  last
