shape "elevator", version 2, 1440 bytes

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
     0  000138      45  #0      --R  repeat word 0                      elevator.json:3:8
     1  000140       -                 rounds 0, at most 64 a tick
     2  000148      45  #1      SFR  sequence                           elevator.json:3:33
     3  000150      10  #2      S-R  selector                           elevator.json:4:1
     4  000158       8  #3      SF-  condition                          elevator.json:4:32
     5  000160       6                   load_int called
     6  000168       7                   const_int 0
     7  000170       8                   greater_equal_int  last
     8  000178      10  #4      S-R  wait long 0                        elevator.json:4:46
     9  000180       -                 duration 1 tick
    10  000188      23  #5      SFR  parallel bit 0                     elevator.json:5:1
    11  000190       -                 success 2, failure 1
    12  000198      14  #6      SFR  deferred close  "close the doors"  elevator.json:6:1
    13  0001a0       -                 resource "doors"
    14  0001a8      23  #7      SFR  retry word 1                       elevator.json:7:1
    15  0001b0       -                 rounds 5, at most 64 a tick
    16  0001b8      23  #8      SFR  sequence                           elevator.json:7:38
    17  0001c0      23  #9      SFR  delay long 0                       elevator.json:7:69
    18  0001c8       -                 duration 0.5 s
    19  0001d0      23  #10     SF-  condition                          elevator.json:7:107
    20  0001d8      21                   load_float load
    21  0001e0      22                   const_float 630.0
    22  0001e8      23                   less_float  last
    23  0001f0      41  #11     SFR  while bit 0                        elevator.json:8:1
    24  0001f8       -                 rounds 0, at most 64 a tick
    25  000200      41  #12     SFR  sequence                           elevator.json:8:25
    26  000208      30  #13     SF-  condition                          elevator.json:8:56
    27  000210      28                   load_int floor
    28  000218      29                   load_int called
    29  000220      30                   unequal_int  last
    30  000228      32  #14     SFR  deferred move                      elevator.json:8:74
    31  000230       -                 resource "motor"
    32  000238      41  #15     S--  set floor                          elevator.json:8:125
    33  000240      34                   load_int floor
    34  000248      35                   load_int called
    35  000250      36                   load_int floor
    36  000258      37                   greater_int
    37  000260      38                   const_int 1
    38  000268      39                   const_int -1
    39  000270      40                   select_int
    40  000278      41                   add_int  last
    41  000280      43  #16     SFR  deferred open                      elevator.json:9:1
    42  000288       -                 resource "doors"
    43  000290      45  #17     S--  set called                         elevator.json:10:1
    44  000298      45                   const_int -1  last
    45  0002a0      47                 init called
    46  0002a8      47                   const_int -1  last
