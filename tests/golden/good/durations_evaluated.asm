shape "durations_evaluated", version 4, 1328 bytes

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
     0  000168      45  #0      SFR  sequence                           durations_evaluated.json:12:11
     1  000170       4  #1      S-R  wait long 0                        durations_evaluated.json:15:7
     2  000178       -                 duration in seconds, evaluated
     3  000180       4                   load_float pause  last
     4  000188       8  #2      S-R  wait long 0                        durations_evaluated.json:16:7
     5  000190       -                 duration in seconds, evaluated
     6  000198       7                   load_int count
     7  0001a0       8                   int_to_float  last
     8  0001a8      10  #3      S-R  wait long 0                        durations_evaluated.json:17:7
     9  0001b0       -                 duration 0.333333 s
    10  0001b8      17  #4      SFR  delay long 0                       durations_evaluated.json:18:7
    11  0001c0       -                 duration in seconds, evaluated
    12  0001c8      13                   rand
    13  0001d0      14                   const_float 2.0
    14  0001d8      15                   multiply_float  last
    15  0001e0      17  #5      SF-  condition                          durations_evaluated.json:18:60
    16  0001e8      17                   load_bool near  last
    17  0001f0      23  #6      SFR  timeout long 0                     durations_evaluated.json:19:7
    18  0001f8       -                 duration in ticks, evaluated
    19  000200      20                   load_int count
    20  000208      21                   const_int 1
    21  000210      22                   subtract_int  last
    22  000218      23  #7      SFR  action aim                         durations_evaluated.json:19:59
    23  000220      30  #8      SFR  cooldown time 0                    durations_evaluated.json:20:7
    24  000228       -                 duration in seconds, evaluated
    25  000230      26                   load_bool near
    26  000238      27                   const_float 1.0
    27  000240      28                   load_float pause
    28  000248      29                   select_float  last
    29  000250      30  #9      SFR  action fire                        durations_evaluated.json:20:71
    30  000258      45  #10     S-R  sequence                           durations_evaluated.json:5:63
    31  000260      33  #11     S-R  wait long 0                        durations_evaluated.json:6:7
    32  000268       -                 duration 0.2 s
    33  000270      38  #12     S-R  wait long 0                        durations_evaluated.json:7:7
    34  000278       -                 duration in seconds, evaluated
    35  000280      36                   const_float 2.0
    36  000288      37                   load_float pause
    37  000290      38                   multiply_float  last
    38  000298      40  #13     S-R  wait long 0                        durations_evaluated.json:8:7
    39  0002a0       -                 duration 3 ticks
    40  0002a8      45  #14     S-R  wait long 0                        durations_evaluated.json:9:7
    41  0002b0       -                 duration in ticks, evaluated
    42  0002b8      43                   const_int 2
    43  0002c0      44                   load_int count
    44  0002c8      45                   multiply_int  last
    45  0002d0      47                 init pause
    46  0002d8      47                   const_float 1.5  last
