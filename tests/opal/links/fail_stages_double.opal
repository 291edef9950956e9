# every stage reads the one before it twice: the plan would have 2^40 scans
--- input: fixtures/examples/logs.ndjson
@s0 <- @ { union @logs }
@s1 <- @s0 { union @s0 }
@s2 <- @s1 { union @s1 }
@s3 <- @s2 { union @s2 }
@s4 <- @s3 { union @s3 }
@s5 <- @s4 { union @s4 }
@s6 <- @s5 { union @s5 }
@s7 <- @s6 { union @s6 }
@s8 <- @s7 { union @s7 }
@s9 <- @s8 { union @s8 }
@s10 <- @s9 { union @s9 }
@s11 <- @s10 { union @s10 }
@s12 <- @s11 { union @s11 }
@s13 <- @s12 { union @s12 }
@s14 <- @s13 { union @s13 }
@s15 <- @s14 { union @s14 }
@s16 <- @s15 { union @s15 }
@s17 <- @s16 { union @s16 }
@s18 <- @s17 { union @s17 }
@s19 <- @s18 { union @s18 }
@s20 <- @s19 { union @s19 }
@s21 <- @s20 { union @s20 }
@s22 <- @s21 { union @s21 }
@s23 <- @s22 { union @s22 }
@s24 <- @s23 { union @s23 }
@s25 <- @s24 { union @s24 }
@s26 <- @s25 { union @s25 }
@s27 <- @s26 { union @s26 }
@s28 <- @s27 { union @s27 }
@s29 <- @s28 { union @s28 }
@s30 <- @s29 { union @s29 }
@s31 <- @s30 { union @s30 }
@s32 <- @s31 { union @s31 }
@s33 <- @s32 { union @s32 }
@s34 <- @s33 { union @s33 }
@s35 <- @s34 { union @s34 }
@s36 <- @s35 { union @s35 }
@s37 <- @s36 { union @s36 }
@s38 <- @s37 { union @s37 }
@s39 <- @s38 { union @s38 }
<- @s39 { statsby n:count(), group_by() }
--- diagnostics
error: the stages read each other too often
 --> main:1:1
  1 | @s0 <- @ { union @logs }
    | ^ read each stage once, or join fewer of them
