shape "params_keys", version 3, 1944 bytes

specification
  items        88 (tree 84, init 4)
  nodes        20
  columns      6 number, 1 bool
  shared       2 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       4 number, 2 bool
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
     0  000158      84  #0      SFR  selector                           params_keys.json:28:11
     1  000160      37  #1      SFR  sequence  "first"                  params_keys.json:18:15
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
    17  0001e0      28  #6      SF-  condition                          params_keys.json:14:15
    18  0001e8      19                   load_vec2 home
    19  0001f0      20                   shared_vec2 gate
    20  0001f8      21                   distance
    21  000200      22                   const_float 2.0
    22  000208      23                   less_float
    23  000210      24                   load_vec2 home
    24  000218      25                   length
    25  000220      26                   shared_float gate.x
    26  000228      27                   greater_float
    27  000230      28                   and  last
    28  000238      31  #7      SFR  action refill                      params_keys.json:15:90
    29  000240      30                 argument what = left
    30  000248      31                 argument on = home
    31  000250      34  #8      SFR  action refill                      params_keys.json:15:90
    32  000258      33                 argument what = home.y
    33  000260      34                 argument on = home
    34  000268      37  #9      SFR  deferred walk                      params_keys.json:26:9
    35  000270       -                 resource none
    36  000278      37                 argument to = home
    37  000280      73  #10     SFR  sequence  "second"                 params_keys.json:18:15
    38  000288      42  #11     S--  set home.x                         params_keys.json:19:9
    39  000290      40                   load_float home.x
    40  000298      41                   const_float 1.0
    41  0002a0      42                   subtract_float  last
    42  0002a8      46  #12     S--  set enemy.y                        params_keys.json:20:9
    43  0002b0      44                   load_float enemy.x
    44  0002b8      45                   load_float home.x
    45  0002c0      46                   add_float  last
    46  0002c8      49  #13     S--  set calm                           params_keys.json:21:9
    47  0002d0      48                   load_bool calm
    48  0002d8      49                   not  last
    49  0002e0      53  #14     S--  set ammo                           params_keys.json:22:9
    50  0002e8      51                   load_int ammo
    51  0002f0      52                   const_int 1
    52  0002f8      53                   add_int  last
    53  000300      64  #15     SF-  condition                          params_keys.json:14:15
    54  000308      55                   load_vec2 enemy
    55  000310      56                   shared_vec2 gate
    56  000318      57                   distance
    57  000320      58                   const_float 2.0
    58  000328      59                   less_float
    59  000330      60                   load_vec2 enemy
    60  000338      61                   length
    61  000340      62                   shared_float gate.x
    62  000348      63                   greater_float
    63  000350      64                   and  last
    64  000358      67  #16     SFR  action refill                      params_keys.json:15:90
    65  000360      66                 argument what = home.x
    66  000368      67                 argument on = enemy
    67  000370      70  #17     SFR  action refill                      params_keys.json:15:90
    68  000378      69                 argument what = enemy.y
    69  000380      70                 argument on = home
    70  000388      73  #18     SFR  deferred walk                      params_keys.json:26:9
    71  000390       -                 resource none
    72  000398      73                 argument to = enemy
    73  0003a0      84  #19     SF-  condition                          params_keys.json:14:15
    74  0003a8      75                   shared_vec2 gate
    75  0003b0      76                   load_vec2 home
    76  0003b8      77                   distance
    77  0003c0      78                   const_float 7.0
    78  0003c8      79                   less_float
    79  0003d0      80                   shared_vec2 gate
    80  0003d8      81                   length
    81  0003e0      82                   load_float home.x
    82  0003e8      83                   greater_float
    83  0003f0      84                   and  last
    84  0003f8      86                 init enemy.x
    85  000400      86                   const_float 3.0  last
    86  000408      88                 init enemy.y
    87  000410      88                   const_float 4.0  last
