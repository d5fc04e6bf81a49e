shape "argument_default", version 3, 1176 bytes

specification
  items        36 (tree 34, init 2)
  nodes        6
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       1 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       5

keys (column, type, name)
      0  int    hits
      1  vec2   home
      3  enum 1  mode

enums (number, words)
      1  idle, flee

hosts
      0  predicate  seen(mode: enum 1)
      1  immediate  flee(speed: float, steps: int, quiet: bool, mode: enum 1, from: vec2)
      2  deferred   fire(hits: key int, power: float)

items
 index  offset     end  node    can  operation
     0  000168      34  #0      SFR  sequence                           argument_default.json:18:11
     1  000170       5  #1      SF-  condition                          argument_default.json:19:5
     2  000178       5                   call seen  last
     3  000180       5                 argument mode
     4  000188       5                   const_enum 'flee'  last
     5  000190       9  #2      SF-  condition                          argument_default.json:20:5
     6  000198       9                   call seen  last
     7  0001a0       9                 argument mode
     8  0001a8       9                   load_enum mode  last
     9  0001b0      19  #3      SFR  action flee                        argument_default.json:21:5
    10  0001b8      11                 argument from = home
    11  0001c0      13                 argument speed
    12  0001c8      13                   const_float 2.0  last
    13  0001d0      15                 argument steps
    14  0001d8      15                   const_int 12  last
    15  0001e0      17                 argument quiet
    16  0001e8      17                   const_bool false  last
    17  0001f0      19                 argument mode
    18  0001f8      19                   const_enum 'idle'  last
    19  000200      29  #4      SFR  action flee                        argument_default.json:22:5
    20  000208      22                 argument mode
    21  000210      22                   load_enum mode  last
    22  000218      23                 argument from = home
    23  000220      25                 argument steps
    24  000228      25                   const_int 1  last
    25  000230      27                 argument speed
    26  000238      27                   const_float 2.0  last
    27  000240      29                 argument quiet
    28  000248      29                   const_bool false  last
    29  000250      34  #5      SFR  deferred fire                      argument_default.json:23:5
    30  000258       -                 resource none
    31  000260      32                 argument hits = hits
    32  000268      34                 argument power
    33  000270      34                   const_float 0.25  last
    34  000278      36                 init mode
    35  000280      36                   const_enum 'flee'  last
