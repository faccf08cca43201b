import HealthDigest
import Testing

@Suite("SHA-256")
struct SHA256DigestTests {
  @Test(
    "the examples of FIPS 180-4 have their digests",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ] as [(String, String)])
  func examples(_ text: String, _ digest: String) {
    #expect(SHA256Digest(of: Array(text.utf8)).hexadecimal == digest)
  }

  @Test("pieces have the digest of the whole", arguments: [1, 3, 63, 64, 65, 1000])
  func pieces(_ size: Int) {
    let message = (0..<300).map { UInt8($0 % 251) }
    var stream = SHA256Stream()
    for start in stride(from: 0, to: message.count, by: size) { stream.update(message[start...].prefix(size)) }
    #expect(stream.digest.hexadecimal == SHA256Digest(of: message).hexadecimal)
    // Asking for it changes nothing.
    #expect(stream.digest.hexadecimal == SHA256Digest(of: message).hexadecimal)
  }

  /// Other digests are from Python's `hashlib`.
  @Test(
    "messages that fill, nearly fill and exceed a block have their digests",
    arguments: [
      (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
      (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
      (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
      (63, "29af2686fd53374a36b0846694cc342177e428d1647515f078784d69cdb9e488"),
      (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
      (65, "4bfd2c8b6f1eec7a2afeb48b934ee4b2694182027e6d0fc075074f2fabb31781"),
      (119, "da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6"),
      (120, "f52b23db1fbb6ded89ef42a23ce0c8922c45f25c50b568a93bf1c075420bbb7c"),
      (127, "92ca0fa6651ee2f97b884b7246a562fa71250fedefe5ebf270d31c546bfea976"),
      (128, "471fb943aa23c511f6f72f8d1652d9c880cfa392ad80503120547703e56a2be5"),
      (1000, "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d"),
      (1_000_000, "2c030d49ec131bfbbb446ad21e7a2f12cdb4f2f4f3fda3ac709dd2e68a4646c7"),
    ] as [(Int, String)])
  func lengths(_ count: Int, _ digest: String) {
    let message = (0..<count).map { UInt8($0 % 251) }
    #expect(SHA256Digest(of: message).hexadecimal == digest)
  }

  @Test("the words are the digest's bytes, the first byte highest")
  func words() {
    let digest = SHA256Digest(of: Array("abc".utf8))
    #expect(digest.words.0 == 0xBA78_16BF_8F01_CFEA)
    #expect(digest.words.1 == 0x4141_40DE_5DAE_2223)
    #expect(digest.words.2 == 0xB003_61A3_9617_7A9C)
    #expect(digest.words.3 == 0xB410_FF61_F200_15AD)
  }
}
