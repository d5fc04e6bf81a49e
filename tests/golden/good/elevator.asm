shape "elevator", version 4, 1504 bytes

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
     0  000168      45  #0      --R  repeat word 0                      elevator.json:3:8
     1  000170       -                 rounds 0, at most 64 a tick
     2  000178      45  #1      SFR  sequence                           elevator.json:3:33
     3  000180      10  #2      S-R  selector                           elevator.json:4:1
     4  000188       8  #3      SF-  condition                          elevator.json:4:32
     5  000190       6                   load_int called
     6  000198       7                   const_int 0
     7  0001a0       8                   greater_equal_int  last
     8  0001a8      10  #4      S-R  wait long 0                        elevator.json:4:46
     9  0001b0       -                 duration 1 tick
    10  0001b8      23  #5      SFR  parallel bit 0                     elevator.json:5:1
    11  0001c0       -                 success 2, failure 1
    12  0001c8      14  #6      SFR  deferred close  "close the doors"  elevator.json:6:1
    13  0001d0       -                 resource "doors"
    14  0001d8      23  #7      SFR  retry word 1                       elevator.json:7:1
    15  0001e0       -                 rounds 5, at most 64 a tick
    16  0001e8      23  #8      SFR  sequence                           elevator.json:7:38
    17  0001f0      23  #9      SFR  delay long 0                       elevator.json:7:69
    18  0001f8       -                 duration 0.5 s
    19  000200      23  #10     SF-  condition                          elevator.json:7:107
    20  000208      21                   load_float load
    21  000210      22                   const_float 630.0
    22  000218      23                   less_float  last
    23  000220      41  #11     SFR  while bit 0                        elevator.json:8:1
    24  000228       -                 rounds 0, at most 64 a tick
    25  000230      41  #12     SFR  sequence                           elevator.json:8:25
    26  000238      30  #13     SF-  condition                          elevator.json:8:56
    27  000240      28                   load_int floor
    28  000248      29                   load_int called
    29  000250      30                   unequal_int  last
    30  000258      32  #14     SFR  deferred move                      elevator.json:8:74
    31  000260       -                 resource "motor"
    32  000268      41  #15     S--  set floor                          elevator.json:8:125
    33  000270      34                   load_int floor
    34  000278      35                   load_int called
    35  000280      36                   load_int floor
    36  000288      37                   greater_int
    37  000290      38                   const_int 1
    38  000298      39                   const_int -1
    39  0002a0      40                   select_int
    40  0002a8      41                   add_int  last
    41  0002b0      43  #16     SFR  deferred open                      elevator.json:9:1
    42  0002b8       -                 resource "doors"
    43  0002c0      45  #17     S--  set called                         elevator.json:10:1
    44  0002c8      45                   const_int -1  last
    45  0002d0      47                 init called
    46  0002d8      47                   const_int -1  last
