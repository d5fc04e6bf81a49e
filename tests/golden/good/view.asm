shape "a <view> & \"more\"", version 4, 3000 bytes

specification
  items        131 (tree 131, init 0)
  nodes        41
  columns      4 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 15 items
  slots        12 bit, 1 word, 3 long
  persistent   2 status (2 named), 1 time
  undo         1
  guards       5
  stacks       2 number, 2 bool
  shuffle      0
  draws        yes
  hosts        3
  visits       22

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
     0  000168     131  #0      SFR  parallel bit 0  "<&>\"é￾"          view.json:5:8
     1  000170       -                 success 1, failure 3
     2  000178      20  #1      SFR  action Sleep                       view.json:6:1
     3  000180       5                 argument ID
     4  000188       5                   const_int 1  last
     5  000190       7                 argument name
     6  000198       7                   const_float 0.5  last
     7  0001a0      11                 argument a b
     8  0001a8       9                   load_int n
     9  0001b0      10                   const_int 1
    10  0001b8      11                   add_int  last
    11  0001c0      13                 argument arg-x
    12  0001c8      13                   const_int 2  last
    13  0001d0      14                 argument x = n
    14  0001d8      20                 argument resource
    15  0001e0      16                   load_int n
    16  0001e8      17                   const_int 2
    17  0001f0      18                   less_int
    18  0001f8      19                   const_bool true
    19  000200      20                   and  last
    20  000208      27  #2      SFR  cooldown time 0                    view.json:7:1
    21  000210       -                 duration 2 s
    22  000218      27  #3      SFR  deferred cooldown                  view.json:7:40
    23  000220       -                 resource "legs"
    24  000228      25                 argument at = where
    25  000230      27                 argument resource
    26  000238      27                   const_int 3  last
    27  000240      46  #4      SFR  switch first 31                    view.json:8:1
    28  000248      29                 case idle
    29  000250      30                 case chase
    30  000258      31                   load_enum mode  last
    31  000260      35  #5      SF-  condition                          view.json:8:46
    32  000268      35                   call sees  last
    33  000270      35                 argument range
    34  000278      35                   const_float 3.0  last
    35  000280      46  #6      S-R  decide every tick, first 42        view.json:9:9
    36  000288      42                   call sees  last
    37  000290      42                 argument range
    38  000298      39                   load_int n
    39  0002a0      40                   const_int 2
    40  0002a8      41                   multiply_int
    41  0002b0      42                   int_to_float  last
    42  0002b8      44  #7      S-R  wait long 0                        view.json:9:88
    43  0002c0       -                 duration 0.0005 s
    44  0002c8      46  #8      S-R  wait long 0                        view.json:9:128
    45  0002d0       -                 duration 0.25 s
    46  0002d8     131  #9      SFR  sequence                           view.json:10:1
    47  0002e0      54  #10     S--  set where                          view.json:10:32
    48  0002e8      49                   load_int n
    49  0002f0      50                   int_to_float
    50  0002f8      51                   const_float 0.5
    51  000300      52                   multiply_float
    52  000308      53                   const_float 1.0
    53  000310      54                   vec2  last
    54  000318      60  #11     SFR  retry word 0                       view.json:10:82
    55  000320       -                 rounds 3, at most 1 a tick
    56  000328      60  #12     SF-  condition                          view.json:10:132
    57  000330      58                   load_int n
    58  000338      59                   const_int 3
    59  000340      60                   greater_int  last
    60  000348      66  #13     SF-  retry word 0                       view.json:11:1
    61  000350       -                 rounds 3, at most 64 a tick
    62  000358      66  #14     SF-  condition                          view.json:11:38
    63  000360      64                   load_int n
    64  000368      65                   const_int 4
    65  000370      66                   greater_int  last
    66  000378      72  #15     SFR  repeat word 0                      view.json:11:47
    67  000380       -                 rounds 3, at most 1 a tick, until failure
    68  000388      72  #16     SF-  condition                          view.json:11:113
    69  000390      70                   load_int n
    70  000398      71                   const_int 4
    71  0003a0      72                   greater_int  last
    72  0003a8      78  #17     SF-  repeat word 0                      view.json:11:122
    73  0003b0       -                 rounds 3, at most 64 a tick
    74  0003b8      78  #18     SF-  condition                          view.json:11:157
    75  0003c0      76                   load_int n
    76  0003c8      77                   const_int 4
    77  0003d0      78                   greater_int  last
    78  0003d8      85  #19     SFR  retry word 0                       view.json:11:166
    79  0003e0       -                 rounds 3, at most 1 a tick
    80  0003e8       -                 pause 2 ticks, long 1
    81  0003f0      85  #20     SF-  condition                          view.json:11:226
    82  0003f8      83                   load_int n
    83  000400      84                   const_int 4
    84  000408      85                   greater_int  last
    85  000410      93  #21     S-R  retry word 0                       view.json:11:235
    86  000418       -                 rounds 0, at most 1 a tick
    87  000420      93  #22     SFR  delay long 1                       view.json:11:272
    88  000428       -                 duration 1 s
    89  000430      93  #23     SF-  condition                          view.json:11:308
    90  000438      91                   load_int n
    91  000440      92                   const_int 5
    92  000448      93                   greater_int  last
    93  000450      99  #24     SFR  timeout long 1                     view.json:12:1
    94  000458       -                 duration in seconds, evaluated
    95  000460      96                   load_int n
    96  000468      97                   int_to_float  last
    97  000470      99  #25     S-R  wait long 2                        view.json:12:41
    98  000478       -                 duration 1 tick
    99  000480     103  #26     SFR  timeout long 1                     view.json:12:68
   100  000488       -                 duration 3 s
   101  000490     103  #27     S-R  wait long 2                        view.json:12:106
   102  000498       -                 duration 2 ticks
   103  0004a0     108  #28     SF-  weighted children 2                view.json:13:1
   104  0004a8     105                 weight, sum 1.0
   105  0004b0     106                 weight, sum 3.5
   106  0004b8     107  #29     S--  success                            view.json:13:50
   107  0004c0     108  #30     -F-  failure                            view.json:13:69
   108  0004c8     120  #31     S-R  utility every tick, first 116      view.json:14:1
   109  0004d0     110                 margin 0.5
   110  0004d8     111                   load_int n
   111  0004e0     112                   int_to_float  last
   112  0004e8     113                   load_int n
   113  0004f0     114                   const_int 1
   114  0004f8     115                   subtract_int
   115  000500     116                   int_to_float  last
   116  000508     118  #32     S-R  wait long 1                        view.json:14:83
   117  000510       -                 duration 3 ticks
   118  000518     120  #33     S-R  wait long 1                        view.json:14:109
   119  000520       -                 duration 3 ticks
   120  000528     124  #34     SFR  parallel bit 8                     view.json:15:1
   121  000530       -                 success 1, failure 2
   122  000538     123  #35     SFR  persistent p                       view.json:15:56
   123  000540     124  #36     SFR  persistent q                       view.json:15:88
   124  000548     131  #37     S--  debug "\x01￾tab\there \ \"quoted\""  view.json:16:1
   125  000550     131  #38     S--  force_success                      view.json:16:73
   126  000558     131  #39     SF-  invert                             view.json:16:105
   127  000560     131  #40     SF-  condition                          view.json:16:130
   128  000568     129                   load_int n
   129  000570     130                   const_int 9
   130  000578     131                   greater_int  last
