shape "durations_evaluated", version 3, 1296 bytes

specification
  items        47 (tree 45, init 2)
  nodes        15
  columns      2 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 10 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 1 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        yes
  hosts        2
  visits       10

keys (column, type, name)
      0  float  pause
      1  int    count
      2  bool   near

hosts
      0  immediate  aim()
      1  immediate  fire()

items
 index  offset     end  node    can  operation
     0  000158      45  #0      SFR  sequence                           durations_evaluated.json:12:11
     1  000160       4  #1      S-R  wait long 0                        durations_evaluated.json:15:7
     2  000168       -                 duration in seconds, evaluated
     3  000170       4                   load_float pause  last
     4  000178       8  #2      S-R  wait long 0                        durations_evaluated.json:16:7
     5  000180       -                 duration in seconds, evaluated
     6  000188       7                   load_int count
     7  000190       8                   int_to_float  last
     8  000198      10  #3      S-R  wait long 0                        durations_evaluated.json:17:7
     9  0001a0       -                 duration 0.333333 s
    10  0001a8      17  #4      SFR  delay long 0                       durations_evaluated.json:18:7
    11  0001b0       -                 duration in seconds, evaluated
    12  0001b8      13                   rand
    13  0001c0      14                   const_float 2.0
    14  0001c8      15                   multiply_float  last
    15  0001d0      17  #5      SF-  condition                          durations_evaluated.json:18:60
    16  0001d8      17                   load_bool near  last
    17  0001e0      23  #6      SFR  timeout long 0                     durations_evaluated.json:19:7
    18  0001e8       -                 duration in ticks, evaluated
    19  0001f0      20                   load_int count
    20  0001f8      21                   const_int 1
    21  000200      22                   subtract_int  last
    22  000208      23  #7      SFR  action aim                         durations_evaluated.json:19:59
    23  000210      30  #8      SFR  cooldown time 0                    durations_evaluated.json:20:7
    24  000218       -                 duration in seconds, evaluated
    25  000220      26                   load_bool near
    26  000228      27                   const_float 1.0
    27  000230      28                   load_float pause
    28  000238      29                   select_float  last
    29  000240      30  #9      SFR  action fire                        durations_evaluated.json:20:71
    30  000248      45  #10     S-R  sequence                           durations_evaluated.json:5:63
    31  000250      33  #11     S-R  wait long 0                        durations_evaluated.json:6:7
    32  000258       -                 duration 0.2 s
    33  000260      38  #12     S-R  wait long 0                        durations_evaluated.json:7:7
    34  000268       -                 duration in seconds, evaluated
    35  000270      36                   const_float 2.0
    36  000278      37                   load_float pause
    37  000280      38                   multiply_float  last
    38  000288      40  #13     S-R  wait long 0                        durations_evaluated.json:8:7
    39  000290       -                 duration 3 ticks
    40  000298      45  #14     S-R  wait long 0                        durations_evaluated.json:9:7
    41  0002a0       -                 duration in ticks, evaluated
    42  0002a8      43                   const_int 2
    43  0002b0      44                   load_int count
    44  0002b8      45                   multiply_int  last
    45  0002c0      47                 init pause
    46  0002c8      47                   const_float 1.5  last
