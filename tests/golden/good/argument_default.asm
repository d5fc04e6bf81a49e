shape "argument_default", version 4, 1408 bytes

specification
  items        59 (tree 57, init 2)
  nodes        6
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
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
      1  immediate  flee(speed: float, steps: int, quiet: bool, mode: enum 1, from: vec2, to: vec2, by: vec3)
      2  deferred   fire(hits: key int, power: float, at: vec3)

items
 index  offset     end  node    can  operation
     0  000168      57  #0      SFR  sequence                           argument_default.json:20:11
     1  000170       5  #1      SF-  condition                          argument_default.json:21:5
     2  000178       5                   call seen  last
     3  000180       5                 argument mode
     4  000188       5                   const_enum 'flee'  last
     5  000190       9  #2      SF-  condition                          argument_default.json:22:5
     6  000198       9                   call seen  last
     7  0001a0       9                 argument mode
     8  0001a8       9                   load_enum mode  last
     9  0001b0      28  #3      SFR  action flee                        argument_default.json:23:5
    10  0001b8      11                 argument from = home
    11  0001c0      16                 argument by
    12  0001c8      13                   load_float home.x
    13  0001d0      14                   const_float 0.0
    14  0001d8      15                   const_float 1.0
    15  0001e0      16                   vec3  last
    16  0001e8      18                 argument speed
    17  0001f0      18                   const_float 2.0  last
    18  0001f8      20                 argument steps
    19  000200      20                   const_int 12  last
    20  000208      22                 argument quiet
    21  000210      22                   const_bool false  last
    22  000218      24                 argument mode
    23  000220      24                   const_enum 'idle'  last
    24  000228      28                 argument to
    25  000230      26                   const_float 1.0
    26  000238      27                   const_float -1.5
    27  000240      28                   vec2  last
    28  000248      47  #4      SFR  action flee                        argument_default.json:24:5
    29  000250      31                 argument mode
    30  000258      31                   load_enum mode  last
    31  000260      32                 argument from = home
    32  000268      34                 argument steps
    33  000270      34                   const_int 1  last
    34  000278      36                 argument speed
    35  000280      36                   const_float 2.0  last
    36  000288      38                 argument quiet
    37  000290      38                   const_bool false  last
    38  000298      42                 argument to
    39  0002a0      40                   const_float 1.0
    40  0002a8      41                   const_float -1.5
    41  0002b0      42                   vec2  last
    42  0002b8      47                 argument by
    43  0002c0      44                   const_float 0.5
    44  0002c8      45                   const_float 1.0
    45  0002d0      46                   const_float 1.5
    46  0002d8      47                   vec3  last
    47  0002e0      57  #5      SFR  deferred fire                      argument_default.json:25:5
    48  0002e8       -                 resource none
    49  0002f0      50                 argument hits = hits
    50  0002f8      52                 argument power
    51  000300      52                   const_float 0.25  last
    52  000308      57                 argument at
    53  000310      54                   const_float 1.0
    54  000318      55                   const_float 2.0
    55  000320      56                   const_float 3.0
    56  000328      57                   vec3  last
    57  000330      59                 init mode
    58  000338      59                   const_enum 'flee'  last
