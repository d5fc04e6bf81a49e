shape "drone", version 2, 2152 bytes

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
     0  000158      68  #0      S-R  priority                           drone.json:8:8
     1  000160      16  #1      SFR  sequence  "emergency"              drone.json:9:1
     2  000168      14  #2      SF-  selector                           drone.json:9:51
     3  000170       7  #3      SF-  condition                          drone.json:9:82
     4  000178       5                   load_float battery
     5  000180       6                   const_float 0.1
     6  000188       7                   less_float  last
     7  000190      11  #4      SF-  condition                          drone.json:9:98
     8  000198       9                   shared_float wind
     9  0001a0      10                   const_float 14.5
    10  0001a8      11                   greater_float  last
    11  0001b0      14  #5      SF-  invert                             drone.json:9:112
    12  0001b8      14  #6      SF-  condition                          drone.json:9:137
    13  0001c0      14                   call gps_ok  last
    14  0001c8      16  #7      SFR  deferred land                      drone.json:9:177
    15  0001d0       -                 resource "rotors"
    16  0001d8      43  #8      -FR  sequence  "go home"                drone.json:10:1
    17  0001e0      29  #9      SF-  condition                          drone.json:10:49
    18  0001e8      19                   load_float battery
    19  0001f0      20                   const_float 0.2
    20  0001f8      21                   distance position, base
    21  000200      22                   const_float 2000.0
    22  000208      23                   divide_float
    23  000210      24                   add_float
    24  000218      25                   less_float
    25  000220      26                   load_int photos
    26  000228      27                   const_int 40
    27  000230      28                   greater_equal_int
    28  000238      29                   or  last
    29  000240      43  #10     -FR  sequence                           drone.json:4:48
    30  000248      40  #11     SFR  decide first 34                    drone.json:5:1
    31  000250      32                   distance position, base
    32  000258      33                   const_float 2.0
    33  000260      34                   greater_float  last
    34  000268      39  #12     SFR  deferred fly                       drone.json:5:61
    35  000270       -                 resource "rotors"
    36  000278      37                 argument to = base
    37  000280      39                 argument speed
    38  000288      39                   const_float 6.5  last
    39  000290      40  #13     S--  success                            drone.json:5:156
    40  000298      42  #14     SFR  deferred land                      drone.json:6:1
    41  0002a0       -                 resource "rotors"
    42  0002a8      43  #15     --R  running  "on the ground"           drone.json:7:1
    43  0002b0      68  #16     --R  repeat word 0  "survey"            drone.json:11:1
    44  0002b8       -                 rounds 0, at most 64 a tick
    45  0002c0      68  #17     SFR  sequence                           drone.json:11:42
    46  0002c8      48  #18     SFR  action next_target                 drone.json:12:1
    47  0002d0      48                 argument target = target
    48  0002d8      59  #19     SFR  timeout long 0                     drone.json:13:1
    49  0002e0       -                 duration 120 s
    50  0002e8      59  #20     SFR  deferred fly                       drone.json:13:41
    51  0002f0       -                 resource "rotors"
    52  0002f8      53                 argument to = target
    53  000300      59                 argument speed
    54  000308      55                   const_float 10.0
    55  000310      56                   shared_float wind
    56  000318      57                   const_float 2.0
    57  000320      58                   divide_float
    58  000328      59                   subtract_float  last
    59  000330      68  #21     SFR  parallel bit 0                     drone.json:14:1
    60  000338       -                 success 2, failure 1
    61  000340      63  #22     S-R  wait long 0                        drone.json:14:64
    62  000348       -                 duration 1.5 s
    63  000350      68  #23     SFR  retry word 1                       drone.json:14:94
    64  000358       -                 rounds 3, at most 64 a tick
    65  000360      68  #24     SFR  action photograph                  drone.json:14:131
    66  000368      67                 argument at = target
    67  000370      68                 argument count = photos
    68  000378      70                 init battery
    69  000380      70                   const_float 1.0  last
    70  000388      74                 init target.x
    71  000390      72                   rand
    72  000398      73                   const_float 500.0
    73  0003a0      74                   multiply_float  last
    74  0003a8      78                 init target.y
    75  0003b0      76                   rand
    76  0003b8      77                   const_float 500.0
    77  0003c0      78                   multiply_float  last
    78  0003c8      80                 init wind
    79  0003d0      80                   const_float 3.0  last
