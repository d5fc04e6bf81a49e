shape "a <view> & \"more\"", version 3, 2968 bytes

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
     0  000158     131  #0      SFR  parallel bit 0  "<&>\"é￾"          view.json:5:8
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
    46  0002c8     131  #9      SFR  sequence                           view.json:10:1
    47  0002d0      54  #10     S--  set where                          view.json:10:32
    48  0002d8      49                   load_int n
    49  0002e0      50                   int_to_float
    50  0002e8      51                   const_float 0.5
    51  0002f0      52                   multiply_float
    52  0002f8      53                   const_float 1.0
    53  000300      54                   vec2  last
    54  000308      60  #11     SFR  retry word 0                       view.json:10:82
    55  000310       -                 rounds 3, at most 1 a tick
    56  000318      60  #12     SF-  condition                          view.json:10:132
    57  000320      58                   load_int n
    58  000328      59                   const_int 3
    59  000330      60                   greater_int  last
    60  000338      66  #13     SF-  retry word 0                       view.json:11:1
    61  000340       -                 rounds 3, at most 64 a tick
    62  000348      66  #14     SF-  condition                          view.json:11:38
    63  000350      64                   load_int n
    64  000358      65                   const_int 4
    65  000360      66                   greater_int  last
    66  000368      72  #15     SFR  repeat word 0                      view.json:11:47
    67  000370       -                 rounds 3, at most 1 a tick, until failure
    68  000378      72  #16     SF-  condition                          view.json:11:113
    69  000380      70                   load_int n
    70  000388      71                   const_int 4
    71  000390      72                   greater_int  last
    72  000398      78  #17     SF-  repeat word 0                      view.json:11:122
    73  0003a0       -                 rounds 3, at most 64 a tick
    74  0003a8      78  #18     SF-  condition                          view.json:11:157
    75  0003b0      76                   load_int n
    76  0003b8      77                   const_int 4
    77  0003c0      78                   greater_int  last
    78  0003c8      85  #19     SFR  retry word 0                       view.json:11:166
    79  0003d0       -                 rounds 3, at most 1 a tick
    80  0003d8       -                 pause 2 ticks, long 1
    81  0003e0      85  #20     SF-  condition                          view.json:11:226
    82  0003e8      83                   load_int n
    83  0003f0      84                   const_int 4
    84  0003f8      85                   greater_int  last
    85  000400      93  #21     S-R  retry word 0                       view.json:11:235
    86  000408       -                 rounds 0, at most 1 a tick
    87  000410      93  #22     SFR  delay long 1                       view.json:11:272
    88  000418       -                 duration 1 s
    89  000420      93  #23     SF-  condition                          view.json:11:308
    90  000428      91                   load_int n
    91  000430      92                   const_int 5
    92  000438      93                   greater_int  last
    93  000440      99  #24     SFR  timeout long 1                     view.json:12:1
    94  000448       -                 duration in seconds, evaluated
    95  000450      96                   load_int n
    96  000458      97                   int_to_float  last
    97  000460      99  #25     S-R  wait long 2                        view.json:12:41
    98  000468       -                 duration 1 tick
    99  000470     103  #26     SFR  timeout long 1                     view.json:12:68
   100  000478       -                 duration 3 s
   101  000480     103  #27     S-R  wait long 2                        view.json:12:106
   102  000488       -                 duration 2 ticks
   103  000490     108  #28     SF-  weighted children 2                view.json:13:1
   104  000498     105                 weight, sum 1.0
   105  0004a0     106                 weight, sum 3.5
   106  0004a8     107  #29     S--  success                            view.json:13:50
   107  0004b0     108  #30     -F-  failure                            view.json:13:69
   108  0004b8     120  #31     S-R  utility every tick, first 116      view.json:14:1
   109  0004c0     110                 margin 0.5
   110  0004c8     111                   load_int n
   111  0004d0     112                   int_to_float  last
   112  0004d8     113                   load_int n
   113  0004e0     114                   const_int 1
   114  0004e8     115                   subtract_int
   115  0004f0     116                   int_to_float  last
   116  0004f8     118  #32     S-R  wait long 1                        view.json:14:83
   117  000500       -                 duration 3 ticks
   118  000508     120  #33     S-R  wait long 1                        view.json:14:109
   119  000510       -                 duration 3 ticks
   120  000518     124  #34     SFR  parallel bit 8                     view.json:15:1
   121  000520       -                 success 1, failure 2
   122  000528     123  #35     SFR  persistent p                       view.json:15:56
   123  000530     124  #36     SFR  persistent q                       view.json:15:88
   124  000538     131  #37     S--  debug "\x01￾tab\there \ \"quoted\""  view.json:16:1
   125  000540     131  #38     S--  force_success                      view.json:16:73
   126  000548     131  #39     SF-  invert                             view.json:16:105
   127  000550     131  #40     SF-  condition                          view.json:16:130
   128  000558     129                   load_int n
   129  000560     130                   const_int 9
   130  000568     131                   greater_int  last
