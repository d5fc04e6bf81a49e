shape "firefighter", version 3, 1560 bytes

specification
  items        53 (tree 47, init 6)
  nodes        17
  columns      5 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        1 bit, 0 word, 1 long
  persistent   1 status (0 named), 0 time
  undo         0
  guards       3
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        5
  visits       11

keys (column, type, name)
      0  float  water
      1  float  heat
      2  int    victims
      3  vec2   exit

hosts
      0  deferred   retreat()
      1  deferred   carry(to: vec2)
      2  immediate  spray(amount: float, water: key float)
      3  immediate  report()
      4  deferred   refill()

items
 index  offset     end  node    can  operation
     0  000158      47  #0      SFR  priority                           firefighter.json:4:8
     1  000160       9  #1      SFR  sequence  "too hot"                firefighter.json:5:1
     2  000168       6  #2      SF-  condition                          firefighter.json:5:49
     3  000170       4                   load_float heat
     4  000178       5                   const_float 0.9
     5  000180       6                   greater_float  last
     6  000188       9  #3      SFR  debug "retreat"                    firefighter.json:5:62
     7  000190       9  #4      SFR  deferred retreat                   firefighter.json:5:106
     8  000198       -                 resource "legs"
     9  0001a0      23  #5      SFR  sequence  "rescue"                 firefighter.json:6:1
    10  0001a8      14  #6      SF-  condition                          firefighter.json:6:48
    11  0001b0      12                   load_int victims
    12  0001b8      13                   const_int 0
    13  0001c0      14                   greater_int  last
    14  0001c8      19  #7      SFR  timeout long 0                     firefighter.json:6:62
    15  0001d0       -                 duration 45 s
    16  0001d8      19  #8      SFR  deferred carry                     firefighter.json:6:101
    17  0001e0       -                 resource "arms"
    18  0001e8      19                 argument to = exit
    19  0001f0      23  #9      S--  set victims                        firefighter.json:6:174
    20  0001f8      21                   load_int victims
    21  000200      22                   const_int 1
    22  000208      23                   subtract_int  last
    23  000210      43  #10     SFR  while bit 0  "fight the fire"      firefighter.json:7:1
    24  000218       -                 rounds 0, at most 1 a tick
    25  000220      43  #11     SFR  sequence                           firefighter.json:7:62
    26  000228      34  #12     SF-  condition                          firefighter.json:7:93
    27  000230      28                   load_float water
    28  000238      29                   const_float 0.0
    29  000240      30                   greater_float
    30  000248      31                   load_float heat
    31  000250      32                   const_float 0.05
    32  000258      33                   greater_float
    33  000260      34                   and  last
    34  000268      43  #13     SFR  action spray                       firefighter.json:7:120
    35  000270      42                 argument amount
    36  000278      37                   load_float heat
    37  000280      38                   const_float 0.1
    38  000288      39                   const_float 0.5
    39  000290      40                   clamp_float
    40  000298      41                   dt
    41  0002a0      42                   multiply_float  last
    42  0002a8      43                 argument water = water
    43  0002b0      45  #14     SFR  once status 0                      firefighter.json:8:1
    44  0002b8      45  #15     SFR  action report                      firefighter.json:8:24
    45  0002c0      47  #16     SFR  deferred refill                    firefighter.json:9:1
    46  0002c8       -                 resource none
    47  0002d0      49                 init water
    48  0002d8      49                   const_float 1.0  last
    49  0002e0      51                 init heat
    50  0002e8      51                   const_float 0.2  last
    51  0002f0      53                 init victims
    52  0002f8      53                   const_int 2  last
