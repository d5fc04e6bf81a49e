shape "drone", version 2, 2120 bytes

specification
  items        80 (tree 68, init 12)
  nodes        25
  columns      8 number, 0 bool
  shared       1 number, 0 bool
  live         2 of 9 items
  slots        4 bit, 2 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       5
  stacks       4 number, 2 bool
  shuffle      0
  draws        no
  hosts        5
  visits       398

keys (column, type, name)
      0  float  battery
      1  vec2   position
      3  vec2   base
      5  vec2   target
      7  int    photos
      8  float  wind, shared

hosts
      0  predicate  gps_ok()
      1  deferred   land()
      2  deferred   fly(to: vec2, speed: float)
      3  immediate  next_target(target: key vec2)
      4  immediate  photograph(at: vec2, count: key int)

items
 index  offset     end  node    can  operation
     0  000138      68  #0      S-R  priority                           drone.json:8:8
     1  000140      16  #1      SFR  sequence  "emergency"              drone.json:9:1
     2  000148      14  #2      SF-  selector                           drone.json:9:51
     3  000150       7  #3      SF-  condition                          drone.json:9:82
     4  000158       5                   load_float battery
     5  000160       6                   const_float 0.1
     6  000168       7                   less_float  last
     7  000170      11  #4      SF-  condition                          drone.json:9:98
     8  000178       9                   shared_float wind
     9  000180      10                   const_float 14.5
    10  000188      11                   greater_float  last
    11  000190      14  #5      SF-  invert                             drone.json:9:112
    12  000198      14  #6      SF-  condition                          drone.json:9:137
    13  0001a0      14                   call gps_ok  last
    14  0001a8      16  #7      SFR  deferred land                      drone.json:9:177
    15  0001b0       -                 resource "rotors"
    16  0001b8      43  #8      -FR  sequence  "go home"                drone.json:10:1
    17  0001c0      29  #9      SF-  condition                          drone.json:10:49
    18  0001c8      19                   load_float battery
    19  0001d0      20                   const_float 0.2
    20  0001d8      21                   distance position, base
    21  0001e0      22                   const_float 2000.0
    22  0001e8      23                   divide_float
    23  0001f0      24                   add_float
    24  0001f8      25                   less_float
    25  000200      26                   load_int photos
    26  000208      27                   const_int 40
    27  000210      28                   greater_equal_int
    28  000218      29                   or  last
    29  000220      43  #10     -FR  sequence                           drone.json:4:48
    30  000228      40  #11     SFR  decide first 34                    drone.json:5:1
    31  000230      32                   distance position, base
    32  000238      33                   const_float 2.0
    33  000240      34                   greater_float  last
    34  000248      39  #12     SFR  deferred fly                       drone.json:5:61
    35  000250       -                 resource "rotors"
    36  000258      37                 argument to = base
    37  000260      39                 argument speed
    38  000268      39                   const_float 6.5  last
    39  000270      40  #13     S--  success                            drone.json:5:156
    40  000278      42  #14     SFR  deferred land                      drone.json:6:1
    41  000280       -                 resource "rotors"
    42  000288      43  #15     --R  running  "on the ground"           drone.json:7:1
    43  000290      68  #16     --R  repeat word 0  "survey"            drone.json:11:1
    44  000298       -                 rounds 0, at most 64 a tick
    45  0002a0      68  #17     SFR  sequence                           drone.json:11:42
    46  0002a8      48  #18     SFR  action next_target                 drone.json:12:1
    47  0002b0      48                 argument target = target
    48  0002b8      59  #19     SFR  timeout long 0                     drone.json:13:1
    49  0002c0       -                 duration 120 s
    50  0002c8      59  #20     SFR  deferred fly                       drone.json:13:41
    51  0002d0       -                 resource "rotors"
    52  0002d8      53                 argument to = target
    53  0002e0      59                 argument speed
    54  0002e8      55                   const_float 10.0
    55  0002f0      56                   shared_float wind
    56  0002f8      57                   const_float 2.0
    57  000300      58                   divide_float
    58  000308      59                   subtract_float  last
    59  000310      68  #21     SFR  parallel bit 0                     drone.json:14:1
    60  000318       -                 success 2, failure 1
    61  000320      63  #22     S-R  wait long 0                        drone.json:14:64
    62  000328       -                 duration 1.5 s
    63  000330      68  #23     SFR  retry word 1                       drone.json:14:94
    64  000338       -                 rounds 3, at most 64 a tick
    65  000340      68  #24     SFR  action photograph                  drone.json:14:131
    66  000348      67                 argument at = target
    67  000350      68                 argument count = photos
    68  000358      70                 init battery
    69  000360      70                   const_float 1.0  last
    70  000368      74                 init target.x
    71  000370      72                   rand
    72  000378      73                   const_float 500.0
    73  000380      74                   multiply_float  last
    74  000388      78                 init target.y
    75  000390      76                   rand
    76  000398      77                   const_float 500.0
    77  0003a0      78                   multiply_float  last
    78  0003a8      80                 init wind
    79  0003b0      80                   const_float 3.0  last
