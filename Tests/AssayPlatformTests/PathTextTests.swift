import AssayPlatform
import Testing

/// Paths as texts.
@Suite struct PathTextTests {
  @Test(arguments: [
    ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), ("", "b", "b"), (".", "b", "./b"), ("/a/b", "c", "/a/b/c"),
  ])
  func aNameIsJoinedToItsFolder(_ folder: String, _ name: String, _ path: String) {
    #expect(PathText.join(folder, name) == path)
  }

  @Test(arguments: [
    ("a/b", "a", "b"), ("/b", "/", "b"), ("b", ".", "b"), ("/a/b/c", "/a/b", "c"), ("a/é", "a", "é"),
  ])
  func aPathHasAParentAndAName(_ path: String, _ parent: String, _ name: String) {
    #expect(PathText.parent(of: path) == parent)
    #expect(PathText.name(of: path) == name)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a/b/c", "/a/", "b/c"), ("/a", "/a", nil), ("/ab", "/a", nil), ("/b", "/", "b"),
  ])
  func whatIsLeftBehindAFolderIsRelative(_ path: String, _ folder: String, _ relative: String?) {
    #expect(PathText.relative(path, to: folder) == relative)
  }

  @Test(arguments: [
    ("a/./b", "/c", "/c/a/b"), ("../a", "/b/c", "/b/a"), ("/a//b/..", "/c", "/a"), ("../../..", "/a", "/"),
  ])
  func dotsAreResolvedByWords(_ path: String, _ folder: String, _ normalized: String) {
    #expect(PathText.normalized(path, from: folder) == normalized)
  }
}
