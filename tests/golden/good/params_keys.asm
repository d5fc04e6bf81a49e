shape "params_keys", version 2, 1840 bytes

specification
  items        79 (tree 75, init 4)
  nodes        20
  columns      6 number, 1 bool
  shared       2 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       17

keys (column, type, name)
      0  vec2   home
      2  vec2   enemy
      4  float  left
      6  bool   calm
      5  int    ammo
      7  vec2   gate, shared

hosts
      0  immediate  refill(what: key float, on: key vec2)
      1  deferred   walk(to: vec2)

items
 index  offset     end  node    can  operation
     0  000138      75  #0      SFR  selector                           params_keys.json:28:11
     1  000140      34  #1      SFR  sequence  "first"                  params_keys.json:18:15
     2  000148       6  #2      S--  set left                           params_keys.json:19:9
     3  000150       4                   load_float left
     4  000158       5                   const_float 1.0
     5  000160       6                   subtract_float  last
     6  000168      10  #3      S--  set home.y                         params_keys.json:20:9
     7  000170       8                   load_float home.x
     8  000178       9                   load_float left
     9  000180      10                   add_float  last
    10  000188      13  #4      S--  set calm                           params_keys.json:21:9
    11  000190      12                   load_bool calm
    12  000198      13                   not  last
    13  0001a0      17  #5      S--  set ammo                           params_keys.json:22:9
    14  0001a8      15                   load_int ammo
    15  0001b0      16                   const_int 1
    16  0001b8      17                   add_int  last
    17  0001c0      25  #6      SF-  condition                          params_keys.json:14:15
    18  0001c8      19                   distance home, gate
    19  0001d0      20                   const_float 2.0
    20  0001d8      21                   less_float
    21  0001e0      22                   length home
    22  0001e8      23                   shared_float gate.x
    23  0001f0      24                   greater_float
    24  0001f8      25                   and  last
    25  000200      28  #7      SFR  action refill                      params_keys.json:15:90
    26  000208      27                 argument what = left
    27  000210      28                 argument on = home
    28  000218      31  #8      SFR  action refill                      params_keys.json:15:90
    29  000220      30                 argument what = home.y
    30  000228      31                 argument on = home
    31  000230      34  #9      SFR  deferred walk                      params_keys.json:26:9
    32  000238       -                 resource none
    33  000240      34                 argument to = home
    34  000248      67  #10     SFR  sequence  "second"                 params_keys.json:18:15
    35  000250      39  #11     S--  set home.x                         params_keys.json:19:9
    36  000258      37                   load_float home.x
    37  000260      38                   const_float 1.0
    38  000268      39                   subtract_float  last
    39  000270      43  #12     S--  set enemy.y                        params_keys.json:20:9
    40  000278      41                   load_float enemy.x
    41  000280      42                   load_float home.x
    42  000288      43                   add_float  last
    43  000290      46  #13     S--  set calm                           params_keys.json:21:9
    44  000298      45                   load_bool calm
    45  0002a0      46                   not  last
    46  0002a8      50  #14     S--  set ammo                           params_keys.json:22:9
    47  0002b0      48                   load_int ammo
    48  0002b8      49                   const_int 1
    49  0002c0      50                   add_int  last
    50  0002c8      58  #15     SF-  condition                          params_keys.json:14:15
    51  0002d0      52                   distance enemy, gate
    52  0002d8      53                   const_float 2.0
    53  0002e0      54                   less_float
    54  0002e8      55                   length enemy
    55  0002f0      56                   shared_float gate.x
    56  0002f8      57                   greater_float
    57  000300      58                   and  last
    58  000308      61  #16     SFR  action refill                      params_keys.json:15:90
    59  000310      60                 argument what = home.x
    60  000318      61                 argument on = enemy
    61  000320      64  #17     SFR  action refill                      params_keys.json:15:90
    62  000328      63                 argument what = enemy.y
    63  000330      64                 argument on = home
    64  000338      67  #18     SFR  deferred walk                      params_keys.json:26:9
    65  000340       -                 resource none
    66  000348      67                 argument to = enemy
    67  000350      75  #19     SF-  condition                          params_keys.json:14:15
    68  000358      69                   distance gate, home
    69  000360      70                   const_float 7.0
    70  000368      71                   less_float
    71  000370      72                   length gate
    72  000378      73                   load_float home.x
    73  000380      74                   greater_float
    74  000388      75                   and  last
    75  000390      77                 init enemy.x
    76  000398      77                   const_float 3.0  last
    77  0003a0      79                 init enemy.y
    78  0003a8      79                   const_float 4.0  last
