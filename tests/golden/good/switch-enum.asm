shape "switch-enum", version 4, 1448 bytes

specification
  items        56 (tree 56, init 0)
  nodes        14
  columns      3 number, 0 bool
  shared       1 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       4
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        1
  visits       1

keys (column, type, name)
      0  enum 1  mode
      1  enum 1  before
      3  enum 2  weather, shared
      2  enum 3  only

enums (number, words)
      1  idle, chase, flee
      2  dry, wet
      3  reactive

hosts
      0  immediate  run()

items
 index  offset     end  node    can  operation
     0  000168      56  #0      SFR  switch first 5                     switch-enum.json:15:11
     1  000170       2                 case flee
     2  000178       3                 case idle
     3  000180       4                 case chase
     4  000188       5                   load_enum mode  last
     5  000190       6  #1      SFR  action run                         switch-enum.json:19:15
     6  000198      33  #2      SFR  switch every tick, first 26  "inner"  switch-enum.json:20:15
     7  0001a0       8                 case idle
     8  0001a8       9                 case chase
     9  0001b0      10                 case flee
    10  0001b8      11                   tick
    11  0001c0      12                   const_int 3
    12  0001c8      13                   greater_int
    13  0001d0      14                   load_enum mode
    14  0001d8      15                   const_enum 'flee'
    15  0001e0      16                   equal_enum
    16  0001e8      17                   load_enum before
    17  0001f0      18                   const_enum 'flee'
    18  0001f8      19                   select_enum
    19  000200      20                   tick
    20  000208      21                   const_int 1
    21  000210      22                   greater_int
    22  000218      23                   load_enum before
    23  000220      24                   const_enum 'idle'
    24  000228      25                   select_enum
    25  000230      26                   select_enum  last
    26  000238      27  #3      --R  running                            switch-enum.json:25:28
    27  000240      31  #4      SF-  condition                          switch-enum.json:25:60
    28  000248      29                   shared_enum weather
    29  000250      30                   const_enum 'wet'
    30  000258      31                   equal_enum  last
    31  000260      33  #5      S-R  wait long 0                        switch-enum.json:25:88
    32  000268       -                 duration 2 ticks
    33  000270      52  #6      SF-  switch first 41                    switch-enum.json:27:16
    34  000278      35                 case wet
    35  000280      36                   tick
    36  000288      37                   const_int 3
    37  000290      38                   greater_int
    38  000298      39                   const_enum 'dry'
    39  0002a0      40                   shared_enum weather
    40  0002a8      41                   select_enum  last
    41  0002b0      42  #7      -F-  failure                            switch-enum.json:30:27
    42  0002b8      52  #8      SF-  switch first 47                    switch-enum.json:31:20
    43  0002c0      44                 case 0
    44  0002c8      45                 case 2
    45  0002d0      46                   load_enum mode
    46  0002d8      47                   enum_to_int  last
    47  0002e0      48  #9      S--  success                            switch-enum.json:34:27
    48  0002e8      52  #10     SF-  switch first 51                    switch-enum.json:12:15
    49  0002f0      50                 case chase
    50  0002f8      51                   load_enum before  last
    51  000300      52  #11     S--  success                            switch-enum.json:12:70
    52  000308      56  #12     -F-  switch first 55                    switch-enum.json:38:16
    53  000310      54                 case reactive
    54  000318      55                   load_enum only  last
    55  000320      56  #13     -F-  failure                            switch-enum.json:38:73
