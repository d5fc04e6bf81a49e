shape "wolf", version 4, 1792 bytes

specification
  items        51 (tree 49, init 2)
  nodes        22
  columns      6 number, 1 bool
  shared       0 number, 0 bool
  live         2 of 7 items
  slots        0 bit, 0 word, 2 long
  persistent   0 status (0 named), 1 time
  undo         0
  guards       7
  stacks       5 number, 1 bool
  shuffle      3
  draws        yes
  hosts        6
  visits       9

keys (column, type, name)
      0  float  hunger
      1  vec2   prey
      3  vec2   position
      5  int    pack
      6  bool   howled

hosts
      0  predicate  smell(where: key vec2)
      1  deferred   chase(at: vec2, speed: float)
      2  immediate  howl()
      3  deferred   sleep()
      4  deferred   wander()
      5  deferred   drink()

items
 index  offset     end  node    can  operation
     0  000168      49  #0      SFR  priority                           predator.json:4:8
     1  000170      42  #1      SFR  sequence  "hunt"                   predator.json:5:1
     2  000178       6  #2      SF-  condition                          predator.json:6:1
     3  000180       4                   load_float hunger
     4  000188       5                   const_float 0.6
     5  000190       6                   greater_float  last
     6  000198       9  #3      SF-  condition                          predator.json:7:1
     7  0001a0       9                   call smell  last
     8  0001a8       9                 argument where = prey
     9  0001b0      42  #4      SFR  decide first 13                    predator.json:8:1
    10  0001b8      11                   load_int pack
    11  0001c0      12                   const_int 3
    12  0001c8      13                   greater_equal_int  last
    13  0001d0      29  #5      SFR  race  "together"                   predator.json:8:42
    14  0001d8      25  #6      SFR  deferred chase                     predator.json:9:1
    15  0001e0       -                 resource "legs"
    16  0001e8      17                 argument at = prey
    17  0001f0      25                 argument speed
    18  0001f8      19                   const_float 12.0
    19  000200      20                   load_vec2 position
    20  000208      21                   load_vec2 prey
    21  000210      22                   distance
    22  000218      23                   const_float 100.0
    23  000220      24                   divide_float
    24  000228      25                   subtract_float  last
    25  000230      29  #7      -FR  sequence                           predator.json:10:1
    26  000238      28  #8      S-R  wait long 0                        predator.json:10:32
    27  000240       -                 duration 20 s
    28  000248      29  #9      -F-  failure                            predator.json:10:61
    29  000250      42  #10     SFR  sequence  "alone"                  predator.json:11:8
    30  000258      37  #11     SFR  cooldown time 0                    predator.json:12:1
    31  000260       -                 duration 30 s
    32  000268      37  #12     SFR  chance 0.5                         predator.json:12:41
    33  000270      37  #13     SFR  sequence                           predator.json:12:74
    34  000278      35  #14     SFR  action howl                        predator.json:12:105
    35  000280      37  #15     S--  set howled                         predator.json:12:135
    36  000288      37                   const_bool true  last
    37  000290      39  #16     S-R  wait long 0                        predator.json:13:1
    38  000298       -                 duration 5 s
    39  0002a0      42  #17     SF-  condition                          predator.json:13:29
    40  0002a8      41                   load_bool howled
    41  0002b0      42                   not  last
    42  0002b8      49  #18     SFR  selector random, long 1  "idle"    predator.json:14:1
    43  0002c0      45  #19     SFR  deferred sleep                     predator.json:14:63
    44  0002c8       -                 resource none
    45  0002d0      47  #20     SFR  deferred wander                    predator.json:14:96
    46  0002d8       -                 resource none
    47  0002e0      49  #21     SFR  deferred drink                     predator.json:14:130
    48  0002e8       -                 resource none
    49  0002f0      51                 init hunger
    50  0002f8      51                   rand  last
