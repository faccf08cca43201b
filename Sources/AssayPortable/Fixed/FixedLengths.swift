// Lengths of arrays that are in place: `InlineArray`, and our own type where deployment reaches systems of Apple's that
// are older than it. The functions that both have are the same: a value everywhere, a literal, elements by place.
#if canImport(Darwin)
  @usableFromInline package typealias Fixed3<Element> = FixedArray<Length3<Element>>
  @usableFromInline package typealias Fixed5<Element> = FixedArray<Length5<Element>>
  @usableFromInline package typealias Fixed6<Element> = FixedArray<Length6<Element>>
  @usableFromInline package typealias Fixed8<Element> = FixedArray<Length8<Element>>
  @usableFromInline package typealias Fixed9<Element> = FixedArray<Length9<Element>>
  @usableFromInline package typealias Fixed11<Element> = FixedArray<Length11<Element>>
  @usableFromInline package typealias Fixed12<Element> = FixedArray<Length12<Element>>
  @usableFromInline package typealias Fixed16<Element> = FixedArray<Length16<Element>>
  @usableFromInline package typealias Fixed20<Element> = FixedArray<Length20<Element>>
  @usableFromInline package typealias Fixed23<Element> = FixedArray<Length23<Element>>
  @usableFromInline package typealias Fixed31<Element> = FixedArray<Length31<Element>>
  @usableFromInline package typealias Fixed36<Element> = FixedArray<Length36<Element>>
  @usableFromInline package typealias Fixed70<Element> = FixedArray<Length70<Element>>
  @usableFromInline package typealias Fixed96<Element> = FixedArray<Length96<Element>>
#else
  @usableFromInline package typealias Fixed3<Element> = InlineArray<3, Element>
  @usableFromInline package typealias Fixed5<Element> = InlineArray<5, Element>
  @usableFromInline package typealias Fixed6<Element> = InlineArray<6, Element>
  @usableFromInline package typealias Fixed8<Element> = InlineArray<8, Element>
  @usableFromInline package typealias Fixed9<Element> = InlineArray<9, Element>
  @usableFromInline package typealias Fixed11<Element> = InlineArray<11, Element>
  @usableFromInline package typealias Fixed12<Element> = InlineArray<12, Element>
  @usableFromInline package typealias Fixed16<Element> = InlineArray<16, Element>
  @usableFromInline package typealias Fixed20<Element> = InlineArray<20, Element>
  @usableFromInline package typealias Fixed23<Element> = InlineArray<23, Element>
  @usableFromInline package typealias Fixed31<Element> = InlineArray<31, Element>
  @usableFromInline package typealias Fixed36<Element> = InlineArray<36, Element>
  @usableFromInline package typealias Fixed70<Element> = InlineArray<70, Element>
  @usableFromInline package typealias Fixed96<Element> = InlineArray<96, Element>
#endif

// The storages of these lengths, of powers of two.
@usableFromInline package typealias Storage2<Element> = Joined<One<Element>, One<Element>>
@usableFromInline package typealias Storage4<Element> = Joined<Storage2<Element>, Storage2<Element>>
@usableFromInline package typealias Storage8<Element> = Joined<Storage4<Element>, Storage4<Element>>
@usableFromInline package typealias Storage16<Element> = Joined<Storage8<Element>, Storage8<Element>>
@usableFromInline package typealias Storage32<Element> = Joined<Storage16<Element>, Storage16<Element>>
@usableFromInline package typealias Storage64<Element> = Joined<Storage32<Element>, Storage32<Element>>

@usableFromInline package typealias Length3<Element> = Joined<Storage2<Element>, One<Element>>
@usableFromInline package typealias Length5<Element> = Joined<Storage4<Element>, One<Element>>
@usableFromInline package typealias Length6<Element> = Joined<Storage4<Element>, Storage2<Element>>
@usableFromInline package typealias Length8<Element> = Storage8<Element>
@usableFromInline package typealias Length9<Element> = Joined<Storage8<Element>, One<Element>>
@usableFromInline package typealias Length11<Element> = Joined<
  Storage8<Element>, Joined<Storage2<Element>, One<Element>>
>
@usableFromInline package typealias Length12<Element> = Joined<Storage8<Element>, Storage4<Element>>
@usableFromInline package typealias Length16<Element> = Storage16<Element>
@usableFromInline package typealias Length20<Element> = Joined<Storage16<Element>, Storage4<Element>>
@usableFromInline package typealias Length23<Element> = Joined<
  Storage16<Element>, Joined<Storage4<Element>, Joined<Storage2<Element>, One<Element>>>
>
@usableFromInline package typealias Length31<Element> = Joined<
  Storage16<Element>, Joined<Storage8<Element>, Joined<Storage4<Element>, Joined<Storage2<Element>, One<Element>>>>
>
@usableFromInline package typealias Length36<Element> = Joined<Storage32<Element>, Storage4<Element>>
@usableFromInline package typealias Length70<Element> = Joined<
  Storage64<Element>, Joined<Storage4<Element>, Storage2<Element>>
>
@usableFromInline package typealias Length96<Element> = Joined<Storage64<Element>, Storage32<Element>>
