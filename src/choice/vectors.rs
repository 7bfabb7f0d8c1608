//! [`Vectors`]: the vectors of sentences, in memory and in a file of the data folder.
//!
//! A vector belongs to the text of its sentence, not to a tool. A definition that is read again, or that another
//! server has too, is not embedded again.

use std::{
    collections::{HashMap, HashSet},
    fs::File,
    io::{self, Read as _},
    path::PathBuf,
    sync::Arc,
};

use sha2::{Digest as _, Sha256};
use toolwright_base::files::{create_private_folders, open_regular, replace};
use toolwright_engines::embedding::Vector;

/// The most bytes of vectors, in memory and in the file. 64 MiB are 43,690 sentences of the embedded encoder.
const MAX_BYTES: usize = 64 << 20;
/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"TWVEC\0\0\x01";
const CHECKSUM: usize = 32;

/// The hash of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SentenceKey([u8; 16]);

impl SentenceKey {
    /// Returns the key of a sentence.
    pub(super) fn of(text: &str) -> Self {
        let mut key = [0; 16];
        key.copy_from_slice(&Sha256::digest(text.as_bytes())[..16]);
        Self(key)
    }
}

/// The vectors of sentences.
#[derive(Debug)]
pub(super) struct Vectors {
    file: PathBuf,
    model: String,
    dimension: usize,
    vectors: HashMap<SentenceKey, Vector>,
}

impl Vectors {
    /// Reads the vectors of `model` from the file, if they are there and whole.
    pub(super) fn open(file: PathBuf, model: &str) -> Self {
        let mut vectors = Self {
            file,
            model: model.to_owned(),
            dimension: 0,
            vectors: HashMap::new(),
        };
        match vectors.read() {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                tracing::warn!(
                    "the vectors of tools in `{}` are made again: {error}",
                    vectors.file.display()
                );
                vectors.vectors.clear();
            }
        }
        vectors
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Returns the vector of a sentence.
    pub(super) fn get(&self, key: SentenceKey) -> Option<&Vector> {
        self.vectors.get(&key)
    }

    /// Adds a vector, unless there is no room for it. Vectors of another dimension replace all others: then the
    /// model has changed.
    pub(super) fn add(&mut self, key: SentenceKey, vector: &Vector) -> bool {
        if vector.len() != self.dimension {
            self.vectors.clear();
            self.dimension = vector.len();
        }
        let has_room = (self.vectors.len() + 1) * self.cost() <= MAX_BYTES;
        if has_room {
            self.vectors.insert(key, normalized(vector));
        }
        has_room
    }

    /// Removes the vectors of other sentences than these.
    pub(super) fn keep(&mut self, keys: &HashSet<SentenceKey>) {
        self.vectors.retain(|key, _| keys.contains(key));
    }

    /// Returns the bytes of one vector.
    const fn cost(&self) -> usize {
        size_of::<SentenceKey>() + self.dimension * size_of::<f32>()
    }

    /// Returns the contents of the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(64 + self.model.len() + self.len() * self.cost());
        bytes.extend(MAGIC);
        for number in [self.model.len(), self.dimension, self.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(self.model.as_bytes());
        for (key, vector) in &self.vectors {
            bytes.extend(key.0);
            for number in vector.iter() {
                bytes.extend(number.to_le_bytes());
            }
        }
        let sum = Sha256::digest(&bytes);
        bytes.extend(&sum[..]);
        bytes
    }

    /// Returns the path of the file.
    pub(super) fn file(&self) -> PathBuf {
        self.file.clone()
    }

    fn read(&mut self) -> io::Result<()> {
        let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        let mut bytes = Vec::new();
        let most = (MAX_BYTES + (1 << 16)) as u64;
        let file: File = open_regular(&self.file)?;
        file.take(most).read_to_end(&mut bytes)?;
        let end = bytes
            .len()
            .checked_sub(CHECKSUM)
            .ok_or_else(|| invalid("the file is cut off"))?;
        let (contents, sum) = bytes.split_at(end);
        if Sha256::digest(contents)[..] != *sum {
            return Err(invalid("the checksum is wrong"));
        }
        let mut rest = contents
            .strip_prefix(MAGIC)
            .ok_or_else(|| invalid("the format is unknown"))?;
        let [model, dimension, count] = [number(&mut rest), number(&mut rest), number(&mut rest)];
        let (Some(model), Some(dimension), Some(count)) = (model, dimension, count) else {
            return Err(invalid("the file is cut off"));
        };
        if rest.len() < model || rest[..model] != *self.model.as_bytes() {
            // Those of another model are of no use.
            return Ok(());
        }
        self.dimension = dimension;
        let records = rest[model..].chunks_exact(self.cost());
        for record in records.take(count) {
            let (key, numbers) = record.split_at(size_of::<SentenceKey>());
            let numbers = numbers.chunks_exact(4);
            let vector: Arc<[f32]> = numbers
                .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect();
            let mut hash = [0; 16];
            hash.copy_from_slice(key);
            self.vectors.insert(SentenceKey(hash), vector);
        }
        Ok(())
    }
}

/// Writes the file.
pub(super) fn write(file: &std::path::Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        create_private_folders(folder)?;
    }
    replace(file, bytes)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (first, others) = rest.split_first_chunk::<8>()?;
    *rest = others;
    usize::try_from(u64::from_le_bytes(*first))
        .ok()
        .filter(|number| *number <= MAX_BYTES)
}

/// Returns a vector of length 1 in the same direction, so that a product of two is their cosine.
pub(super) fn normalized(vector: &[f32]) -> Vector {
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    if length > 0.0 && length.is_finite() {
        return vector.iter().map(|number| number / length).collect();
    }
    vec![0.0; vector.len()].into()
}

/// Returns the product of two vectors, 0 if they cannot be compared.
pub(super) fn product(left: &[f32], right: &[f32]) -> f32 {
    if left.len() != right.len() {
        return 0.0;
    }
    // Eight sums at once, which the compiler computes in parallel.
    let mut sums = [0.0_f32; 8];
    let (lefts, rights) = (left.chunks_exact(8), right.chunks_exact(8));
    let rest: f32 = lefts
        .remainder()
        .iter()
        .zip(rights.remainder())
        .map(|(left, right)| left * right)
        .sum();
    for (left, right) in lefts.zip(rights) {
        for (sum, (left, right)) in sums.iter_mut().zip(left.iter().zip(right)) {
            *sum += left * right;
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(first: f32) -> Vector {
        let mut vector = [0.0; 16];
        (vector[0], vector[1]) = (first, 1.0);
        vector.into()
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("toolwright-choice-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn vectors_survive_the_process_and_a_changed_byte_does_not() {
        let folder = folder("file");
        let file = folder.join("choice/vectors");
        let mut vectors = Vectors::open(file.clone(), "model");
        assert_eq!(vectors.len(), 0);
        assert!(vectors.add(SentenceKey::of("a"), &vector(1.0)));
        assert!(vectors.add(SentenceKey::of("b"), &vector(0.0)));
        write(&file, &vectors.to_bytes()).unwrap();
        let again = Vectors::open(file.clone(), "model");
        assert_eq!(again.len(), 2);
        assert_eq!(again.get(SentenceKey::of("b")), Some(&vector(0.0)));
        assert_eq!(Vectors::open(file.clone(), "other").len(), 0);
        let whole = std::fs::read(&file).unwrap();
        for at in [0, 9, whole.len() / 2, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(Vectors::open(file.clone(), "model").len(), 0, "{at}");
        }
        std::fs::write(&file, &whole[..20]).unwrap();
        assert_eq!(Vectors::open(file, "model").len(), 0);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn there_is_a_limit_and_what_is_not_used_goes() {
        let mut vectors = Vectors::open(folder("limit").join("vectors"), "model");
        let large: Vector = vec![1.0; MAX_BYTES / 16].into();
        let added =
            (0..10).filter(|number| vectors.add(SentenceKey::of(&number.to_string()), &large));
        assert_eq!(added.count(), 3);
        vectors.keep(&HashSet::from([SentenceKey::of("1")]));
        assert_eq!(vectors.len(), 1);
        // Another dimension is another model.
        assert!(vectors.add(SentenceKey::of("x"), &vector(1.0)));
        assert_eq!(vectors.len(), 1);
    }

    #[test]
    fn products_are_cosines() {
        let (one, other) = (normalized(&[3.0, 4.0]), normalized(&[4.0, 3.0]));
        assert!((product(&one, &other) - 0.96).abs() < 1e-6);
        assert!((product(&normalized(&vector(5.0)), &normalized(&vector(5.0))) - 1.0).abs() < 1e-6);
        assert_eq!(product(&one, &vector(1.0)), 0.0);
        assert_eq!(&*normalized(&[0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(&*normalized(&[f32::INFINITY, 1.0]), [0.0, 0.0]);
    }
}
