shape "a <view> & \"more\"", version 2, 2752 bytes

specification
  items        118 (tree 118, init 0)
  nodes        37
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 14 items
  slots        12 bit, 1 word, 3 long
  persistent   2 status (2 named), 1 time
  undo         1
  guards       5
  stacks       2 number, 2 bool
  shuffle      0
  draws        yes
  hosts        3
  visits       18

keys (column, type, name)
      0  enum 1  mode
      1  vec2   where
      3  int    n

enums (number, words)
      1  idle, chase

hosts
      0  immediate  Sleep(ID: int, name: float, a b: int, arg-x: int, x: key int, resource: bool)
      1  deferred   cooldown(at: vec2, resource: int)
      2  predicate  sees(range: float)

persistents (index, first value, name)
      0  running  p
      1  running  q

items
 index  offset     end  node    can  operation
     0  000158     118  #0      SFR  parallel bit 0  "<&>\"é￾"          view.json:5:8
     1  000160       -                 success 1, failure 3
     2  000168      20  #1      SFR  action Sleep                       view.json:6:1
     3  000170       5                 argument ID
     4  000178       5                   const_int 1  last
     5  000180       7                 argument name
     6  000188       7                   const_float 0.5  last
     7  000190      11                 argument a b
     8  000198       9                   load_int n
     9  0001a0      10                   const_int 1
    10  0001a8      11                   add_int  last
    11  0001b0      13                 argument arg-x
    12  0001b8      13                   const_int 2  last
    13  0001c0      14                 argument x = n
    14  0001c8      20                 argument resource
    15  0001d0      16                   load_int n
    16  0001d8      17                   const_int 2
    17  0001e0      18                   less_int
    18  0001e8      19                   const_bool true
    19  0001f0      20                   and  last
    20  0001f8      27  #2      SFR  cooldown time 0                    view.json:7:1
    21  000200       -                 duration 2 s
    22  000208      27  #3      SFR  deferred cooldown                  view.json:7:40
    23  000210       -                 resource "legs"
    24  000218      25                 argument at = where
    25  000220      27                 argument resource
    26  000228      27                   const_int 3  last
    27  000230      46  #4      SFR  switch first 31                    view.json:8:1
    28  000238      29                 case idle
    29  000240      30                 case chase
    30  000248      31                   load_enum mode  last
    31  000250      35  #5      SF-  condition                          view.json:8:46
    32  000258      35                   call sees  last
    33  000260      35                 argument range
    34  000268      35                   const_float 3.0  last
    35  000270      46  #6      S-R  decide every tick, first 42        view.json:9:9
    36  000278      42                   call sees  last
    37  000280      42                 argument range
    38  000288      39                   load_int n
    39  000290      40                   const_int 2
    40  000298      41                   multiply_int
    41  0002a0      42                   int_to_float  last
    42  0002a8      44  #7      S-R  wait long 0                        view.json:9:88
    43  0002b0       -                 duration 0.0005 s
    44  0002b8      46  #8      S-R  wait long 0                        view.json:9:128
    45  0002c0       -                 duration 0.25 s
    46  0002c8     118  #9      SFR  sequence                           view.json:10:1
    47  0002d0      53  #10     S--  set where                          view.json:10:32
    48  0002d8      49                   load_int n
    49  0002e0      50                   int_to_float
    50  0002e8      51                   const_float 0.5
    51  0002f0      52                   multiply_float  last
    52  0002f8      53                   const_float 1.0  last
    53  000300      59  #11     SFR  retry word 0                       view.json:10:82
    54  000308       -                 rounds 3, at most 1 a tick
    55  000310      59  #12     SF-  condition                          view.json:10:132
    56  000318      57                   load_int n
    57  000320      58                   const_int 3
    58  000328      59                   greater_int  last
    59  000330      65  #13     SF-  retry word 0                       view.json:11:1
    60  000338       -                 rounds 3, at most 64 a tick
    61  000340      65  #14     SF-  condition                          view.json:11:38
    62  000348      63                   load_int n
    63  000350      64                   const_int 4
    64  000358      65                   greater_int  last
    65  000360      72  #15     SFR  retry word 0                       view.json:11:47
    66  000368       -                 rounds 3, at most 1 a tick
    67  000370       -                 pause 2 ticks, long 1
    68  000378      72  #16     SF-  condition                          view.json:11:107
    69  000380      70                   load_int n
    70  000388      71                   const_int 4
    71  000390      72                   greater_int  last
    72  000398      80  #17     S-R  retry word 0                       view.json:11:116
    73  0003a0       -                 rounds 0, at most 1 a tick
    74  0003a8      80  #18     SFR  delay long 1                       view.json:11:153
    75  0003b0       -                 duration 1 s
    76  0003b8      80  #19     SF-  condition                          view.json:11:189
    77  0003c0      78                   load_int n
    78  0003c8      79                   const_int 5
    79  0003d0      80                   greater_int  last
    80  0003d8      86  #20     SFR  timeout long 1                     view.json:12:1
    81  0003e0       -                 duration in seconds, evaluated
    82  0003e8      83                   load_int n
    83  0003f0      84                   int_to_float  last
    84  0003f8      86  #21     S-R  wait long 2                        view.json:12:41
    85  000400       -                 duration 1 tick
    86  000408      90  #22     SFR  timeout long 1                     view.json:12:68
    87  000410       -                 duration 3 s
    88  000418      90  #23     S-R  wait long 2                        view.json:12:106
    89  000420       -                 duration 2 ticks
    90  000428      95  #24     SF-  weighted children 2                view.json:13:1
    91  000430      92                 weight, sum 1.0
    92  000438      93                 weight, sum 3.5
    93  000440      94  #25     S--  success                            view.json:13:50
    94  000448      95  #26     -F-  failure                            view.json:13:69
    95  000450     107  #27     S-R  utility every tick, first 103      view.json:14:1
    96  000458      97                 margin 0.5
    97  000460      98                   load_int n
    98  000468      99                   int_to_float  last
    99  000470     100                   load_int n
   100  000478     101                   const_int 1
   101  000480     102                   subtract_int
   102  000488     103                   int_to_float  last
   103  000490     105  #28     S-R  wait long 1                        view.json:14:83
   104  000498       -                 duration 3 ticks
   105  0004a0     107  #29     S-R  wait long 1                        view.json:14:109
   106  0004a8       -                 duration 3 ticks
   107  0004b0     111  #30     SFR  parallel bit 8                     view.json:15:1
   108  0004b8       -                 success 1, failure 2
   109  0004c0     110  #31     SFR  persistent p                       view.json:15:56
   110  0004c8     111  #32     SFR  persistent q                       view.json:15:88
   111  0004d0     118  #33     S--  debug "\x01￾tab\there \ \"quoted\""  view.json:16:1
   112  0004d8     118  #34     S--  force_success                      view.json:16:73
   113  0004e0     118  #35     SF-  invert                             view.json:16:105
   114  0004e8     118  #36     SF-  condition                          view.json:16:130
   115  0004f0     116                   load_int n
   116  0004f8     117                   const_int 9
   117  000500     118                   greater_int  last
