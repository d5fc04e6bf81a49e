shape "guard", version 4, 1968 bytes

specification
  items        70 (tree 56, init 14)
  nodes        19
  columns      7 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 0 word, 1 long
  persistent   1 status (0 named), 1 time
  undo         0
  guards       5
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        4
  visits       11

keys (column, type, name)
      0  float  health
      1  float  distance
      2  vec2   intruder
      4  vec2   post
      6  int    ammo
      7  bool   alerted

hosts
      0  immediate  flee(from: vec2, speed: float)
      1  predicate  sees_intruder(range: float, where: key vec2)
      2  deferred   fire(at: vec2, ammo: key int)
      3  deferred   walk(to: vec2)

items
 index  offset     end  node    can  operation
     0  000168      56  #0      SFR  priority                           guard.json:19:8
     1  000170      16  #1      SFR  sequence  "survive"                guard.json:20:1
     2  000178       6  #2      SF-  condition                          guard.json:20:49
     3  000180       4                   load_float health
     4  000188       5                   const_float 30.0
     5  000190       6                   less_float  last
     6  000198      16  #3      SFR  action flee                        guard.json:20:63
     7  0001a0       8                 argument from = intruder
     8  0001a8      16                 argument speed
     9  0001b0      10                   const_float 2.0
    10  0001b8      11                   const_float 30.0
    11  0001c0      12                   load_float health
    12  0001c8      13                   subtract_float
    13  0001d0      14                   const_float 10.0
    14  0001d8      15                   divide_float
    15  0001e0      16                   add_float  last
    16  0001e8      41  #4      SFR  reactive_sequence  "fight"         guard.json:14:48
    17  0001f0      22  #5      SF-  condition                          guard.json:15:1
    18  0001f8      22                   call sees_intruder  last
    19  000200      21                 argument range
    20  000208      21                   const_float 25.0  last
    21  000210      22                 argument where = intruder
    22  000218      41  #6      SFR  selector                           guard.json:16:1
    23  000220      38  #7      SFR  sequence                           guard.json:17:1
    24  000228      32  #8      SF-  condition                          guard.json:17:32
    25  000230      26                   load_int ammo
    26  000238      27                   const_int 0
    27  000240      28                   greater_int
    28  000248      29                   load_float distance
    29  000250      30                   const_float 25.0
    30  000258      31                   less_float
    31  000260      32                   and  last
    32  000268      38  #9      SFR  cooldown time 0                    guard.json:17:63
    33  000270       -                 duration 0.5 s
    34  000278      38  #10     SFR  deferred fire                      guard.json:17:104
    35  000280       -                 resource "arms"
    36  000288      37                 argument at = intruder
    37  000290      38                 argument ammo = ammo
    38  000298      41  #11     SFR  deferred walk                      guard.json:18:1
    39  0002a0       -                 resource "legs"
    40  0002a8      41                 argument to = intruder
    41  0002b0      56  #12     SFR  sequence  "patrol"                 guard.json:22:1
    42  0002b8      45  #13     S--  once status 0                      guard.json:23:1
    43  0002c0      45  #14     S--  set alerted                        guard.json:23:24
    44  0002c8      45                   const_bool true  last
    45  0002d0      47  #15     SF-  condition                          guard.json:24:1
    46  0002d8      47                   load_bool alerted  last
    47  0002e0      50  #16     SFR  deferred walk                      guard.json:25:1
    48  0002e8       -                 resource "legs"
    49  0002f0      50                 argument to = post
    50  0002f8      54  #17     S--  set post.x                         guard.json:26:1
    51  000300      52                   const_float 50.0
    52  000308      53                   load_float post.x
    53  000310      54                   subtract_float  last
    54  000318      56  #18     S-R  wait long 0                        guard.json:27:1
    55  000320       -                 duration 2 s
    56  000328      58                 init health
    57  000330      58                   const_float 100.0  last
    58  000338      64                 init distance
    59  000340      60                   const_float 20.0
    60  000348      61                   rand
    61  000350      62                   const_float 80.0
    62  000358      63                   multiply_float
    63  000360      64                   add_float  last
    64  000368      68                 init post.x
    65  000370      66                   rand
    66  000378      67                   const_float 50.0
    67  000380      68                   multiply_float  last
    68  000388      70                 init ammo
    69  000390      70                   const_int 30  last
