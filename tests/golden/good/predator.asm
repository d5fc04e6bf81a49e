shape "wolf", version 3, 1752 bytes

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
     0  000158      49  #0      SFR  priority                           predator.json:4:8
     1  000160      42  #1      SFR  sequence  "hunt"                   predator.json:5:1
     2  000168       6  #2      SF-  condition                          predator.json:6:1
     3  000170       4                   load_float hunger
     4  000178       5                   const_float 0.6
     5  000180       6                   greater_float  last
     6  000188       9  #3      SF-  condition                          predator.json:7:1
     7  000190       9                   call smell  last
     8  000198       9                 argument where = prey
     9  0001a0      42  #4      SFR  decide first 13                    predator.json:8:1
    10  0001a8      11                   load_int pack
    11  0001b0      12                   const_int 3
    12  0001b8      13                   greater_equal_int  last
    13  0001c0      29  #5      SFR  race  "together"                   predator.json:8:42
    14  0001c8      25  #6      SFR  deferred chase                     predator.json:9:1
    15  0001d0       -                 resource "legs"
    16  0001d8      17                 argument at = prey
    17  0001e0      25                 argument speed
    18  0001e8      19                   const_float 12.0
    19  0001f0      20                   load_vec2 position
    20  0001f8      21                   load_vec2 prey
    21  000200      22                   distance
    22  000208      23                   const_float 100.0
    23  000210      24                   divide_float
    24  000218      25                   subtract_float  last
    25  000220      29  #7      -FR  sequence                           predator.json:10:1
    26  000228      28  #8      S-R  wait long 0                        predator.json:10:32
    27  000230       -                 duration 20 s
    28  000238      29  #9      -F-  failure                            predator.json:10:61
    29  000240      42  #10     SFR  sequence  "alone"                  predator.json:11:8
    30  000248      37  #11     SFR  cooldown time 0                    predator.json:12:1
    31  000250       -                 duration 30 s
    32  000258      37  #12     SFR  chance 0.5                         predator.json:12:41
    33  000260      37  #13     SFR  sequence                           predator.json:12:74
    34  000268      35  #14     SFR  action howl                        predator.json:12:105
    35  000270      37  #15     S--  set howled                         predator.json:12:135
    36  000278      37                   const_bool true  last
    37  000280      39  #16     S-R  wait long 0                        predator.json:13:1
    38  000288       -                 duration 5 s
    39  000290      42  #17     SF-  condition                          predator.json:13:29
    40  000298      41                   load_bool howled
    41  0002a0      42                   not  last
    42  0002a8      49  #18     SFR  selector random, long 1  "idle"    predator.json:14:1
    43  0002b0      45  #19     SFR  deferred sleep                     predator.json:14:63
    44  0002b8       -                 resource none
    45  0002c0      47  #20     SFR  deferred wander                    predator.json:14:96
    46  0002c8       -                 resource none
    47  0002d0      49  #21     SFR  deferred drink                     predator.json:14:130
    48  0002d8       -                 resource none
    49  0002e0      51                 init hunger
    50  0002e8      51                   rand  last
