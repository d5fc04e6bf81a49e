shape "params_keys", version 2, 1872 bytes

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
     0  000158      75  #0      SFR  selector                           params_keys.json:28:11
     1  000160      34  #1      SFR  sequence  "first"                  params_keys.json:18:15
     2  000168       6  #2      S--  set left                           params_keys.json:19:9
     3  000170       4                   load_float left
     4  000178       5                   const_float 1.0
     5  000180       6                   subtract_float  last
     6  000188      10  #3      S--  set home.y                         params_keys.json:20:9
     7  000190       8                   load_float home.x
     8  000198       9                   load_float left
     9  0001a0      10                   add_float  last
    10  0001a8      13  #4      S--  set calm                           params_keys.json:21:9
    11  0001b0      12                   load_bool calm
    12  0001b8      13                   not  last
    13  0001c0      17  #5      S--  set ammo                           params_keys.json:22:9
    14  0001c8      15                   load_int ammo
    15  0001d0      16                   const_int 1
    16  0001d8      17                   add_int  last
    17  0001e0      25  #6      SF-  condition                          params_keys.json:14:15
    18  0001e8      19                   distance home, gate
    19  0001f0      20                   const_float 2.0
    20  0001f8      21                   less_float
    21  000200      22                   length home
    22  000208      23                   shared_float gate.x
    23  000210      24                   greater_float
    24  000218      25                   and  last
    25  000220      28  #7      SFR  action refill                      params_keys.json:15:90
    26  000228      27                 argument what = left
    27  000230      28                 argument on = home
    28  000238      31  #8      SFR  action refill                      params_keys.json:15:90
    29  000240      30                 argument what = home.y
    30  000248      31                 argument on = home
    31  000250      34  #9      SFR  deferred walk                      params_keys.json:26:9
    32  000258       -                 resource none
    33  000260      34                 argument to = home
    34  000268      67  #10     SFR  sequence  "second"                 params_keys.json:18:15
    35  000270      39  #11     S--  set home.x                         params_keys.json:19:9
    36  000278      37                   load_float home.x
    37  000280      38                   const_float 1.0
    38  000288      39                   subtract_float  last
    39  000290      43  #12     S--  set enemy.y                        params_keys.json:20:9
    40  000298      41                   load_float enemy.x
    41  0002a0      42                   load_float home.x
    42  0002a8      43                   add_float  last
    43  0002b0      46  #13     S--  set calm                           params_keys.json:21:9
    44  0002b8      45                   load_bool calm
    45  0002c0      46                   not  last
    46  0002c8      50  #14     S--  set ammo                           params_keys.json:22:9
    47  0002d0      48                   load_int ammo
    48  0002d8      49                   const_int 1
    49  0002e0      50                   add_int  last
    50  0002e8      58  #15     SF-  condition                          params_keys.json:14:15
    51  0002f0      52                   distance enemy, gate
    52  0002f8      53                   const_float 2.0
    53  000300      54                   less_float
    54  000308      55                   length enemy
    55  000310      56                   shared_float gate.x
    56  000318      57                   greater_float
    57  000320      58                   and  last
    58  000328      61  #16     SFR  action refill                      params_keys.json:15:90
    59  000330      60                 argument what = home.x
    60  000338      61                 argument on = enemy
    61  000340      64  #17     SFR  action refill                      params_keys.json:15:90
    62  000348      63                 argument what = enemy.y
    63  000350      64                 argument on = home
    64  000358      67  #18     SFR  deferred walk                      params_keys.json:26:9
    65  000360       -                 resource none
    66  000368      67                 argument to = enemy
    67  000370      75  #19     SF-  condition                          params_keys.json:14:15
    68  000378      69                   distance gate, home
    69  000380      70                   const_float 7.0
    70  000388      71                   less_float
    71  000390      72                   length gate
    72  000398      73                   load_float home.x
    73  0003a0      74                   greater_float
    74  0003a8      75                   and  last
    75  0003b0      77                 init enemy.x
    76  0003b8      77                   const_float 3.0  last
    77  0003c0      79                 init enemy.y
    78  0003c8      79                   const_float 4.0  last
