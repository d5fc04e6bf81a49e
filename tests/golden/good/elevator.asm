shape "elevator", version 3, 1472 bytes

specification
  items        47 (tree 45, init 2)
  nodes        18
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         2 of 7 items
  slots        4 bit, 2 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       6
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       13325

keys (column, type, name)
      0  int    floor
      1  int    called
      2  float  load

hosts
      0  deferred   close()
      1  deferred   move()
      2  deferred   open()

items
 index  offset     end  node    can  operation
     0  000158      45  #0      --R  repeat word 0                      elevator.json:3:8
     1  000160       -                 rounds 0, at most 64 a tick
     2  000168      45  #1      SFR  sequence                           elevator.json:3:33
     3  000170      10  #2      S-R  selector                           elevator.json:4:1
     4  000178       8  #3      SF-  condition                          elevator.json:4:32
     5  000180       6                   load_int called
     6  000188       7                   const_int 0
     7  000190       8                   greater_equal_int  last
     8  000198      10  #4      S-R  wait long 0                        elevator.json:4:46
     9  0001a0       -                 duration 1 tick
    10  0001a8      23  #5      SFR  parallel bit 0                     elevator.json:5:1
    11  0001b0       -                 success 2, failure 1
    12  0001b8      14  #6      SFR  deferred close  "close the doors"  elevator.json:6:1
    13  0001c0       -                 resource "doors"
    14  0001c8      23  #7      SFR  retry word 1                       elevator.json:7:1
    15  0001d0       -                 rounds 5, at most 64 a tick
    16  0001d8      23  #8      SFR  sequence                           elevator.json:7:38
    17  0001e0      23  #9      SFR  delay long 0                       elevator.json:7:69
    18  0001e8       -                 duration 0.5 s
    19  0001f0      23  #10     SF-  condition                          elevator.json:7:107
    20  0001f8      21                   load_float load
    21  000200      22                   const_float 630.0
    22  000208      23                   less_float  last
    23  000210      41  #11     SFR  while bit 0                        elevator.json:8:1
    24  000218       -                 rounds 0, at most 64 a tick
    25  000220      41  #12     SFR  sequence                           elevator.json:8:25
    26  000228      30  #13     SF-  condition                          elevator.json:8:56
    27  000230      28                   load_int floor
    28  000238      29                   load_int called
    29  000240      30                   unequal_int  last
    30  000248      32  #14     SFR  deferred move                      elevator.json:8:74
    31  000250       -                 resource "motor"
    32  000258      41  #15     S--  set floor                          elevator.json:8:125
    33  000260      34                   load_int floor
    34  000268      35                   load_int called
    35  000270      36                   load_int floor
    36  000278      37                   greater_int
    37  000280      38                   const_int 1
    38  000288      39                   const_int -1
    39  000290      40                   select_int
    40  000298      41                   add_int  last
    41  0002a0      43  #16     SFR  deferred open                      elevator.json:9:1
    42  0002a8       -                 resource "doors"
    43  0002b0      45  #17     S--  set called                         elevator.json:10:1
    44  0002b8      45                   const_int -1  last
    45  0002c0      47                 init called
    46  0002c8      47                   const_int -1  last
